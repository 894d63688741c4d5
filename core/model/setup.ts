import { z } from 'zod'

/** What devices have to trust: never a key. */
export const SetupCa = z.strictObject({
  subject: z.string(),
  /** SHA-256 as browsers and openssl show it: AB:CD:… */
  fingerprint: z.string(),
  not_before: z.string(),
  not_after: z.string(),
  /** Whole days until it ends; negative once it has. */
  days_left: z.int(),
})
export type SetupCa = z.infer<typeof SetupCa>

/** Where clients find a proxy. Its own page has the certificate, PAC files and the commands for each system. */
export const SetupProxy = z.strictObject({
  url: z.string(),
  pac_url: z.string(),
  ca_url: z.string(),
  /** Whether only the machine that it runs on reaches it. */
  local_only: z.boolean(),
})
export type SetupProxy = z.infer<typeof SetupProxy>

/** In the order in which they are best taken. */
export const SetupStepId = z.enum(['ca', 'device', 'prompt', 'policy', 'colleague', 'receiver', 'backup'])
export type SetupStepId = z.infer<typeof SetupStepId>

/** How far an installation is: each step is done once what it is about is there, and nobody ticks it by hand. */
export const Setup = z.strictObject({
  /** Of the proxy beside this API; null where the API runs alone. */
  ca: SetupCa.nullable(),
  /** The one that a rotation has prepared; null if none has. */
  next_ca: SetupCa.nullable(),
  /** The proxy beside this API, by each of its names; empty where the API runs alone. */
  proxies: z.array(SetupProxy),
  /** Proxies that report now (GET /proxies), this one among them. */
  proxies_alive: z.int(),
  last_backup: z.string().nullable(),
  steps: z.array(z.strictObject({ id: SetupStepId, done: z.boolean() })),
})
export type Setup = z.infer<typeof Setup>
