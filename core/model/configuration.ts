import { z } from 'zod'

/** What an operator has set, as far as it explains to every user what Weir does with prompts. No secret is among it. */
export const Configuration = z.strictObject({
  /** Of Weir. */
  version: z.string(),
  enforcement: z.enum(['enforce', 'observe']),
  policy_resolution: z.enum(['strictest', 'first_match']),
  fail_mode: z.enum(['closed', 'open']),
  fail_mode_files: z.enum(['closed', 'open']),
  record_values: z.enum(['masked', 'none', 'plain']),
  /** 0: nothing is deleted. */
  retention_days: z.int(),
  tier3: z.string(),
  proxy_auth: z.enum(['none', 'basic', 'header']),
  /** The console signs out after N minutes in which nobody touched it; 0: it does not. */
  console_idle_minutes: z.int(),
  /** Whether viewers see the names of people. */
  console_people: z.enum(['on', 'off']),
  /** Where mails go: to a server, or to files in DATA_DIR/outbox. */
  mail: z.enum(['smtp', 'outbox']),
  /** The proxy in the process of this API; null if the API runs alone, or with WEIR_PROXY_PORT=0. */
  proxy: z
    .strictObject({
      /** null: on every address of the machine. */
      host: z.string().nullable(),
      port: z.int(),
      /** Whether clients have to encrypt their connections to it. */
      encrypted: z.boolean(),
    })
    .nullable(),
  /** When `npm run admin -- backup` last ended on this data directory. */
  last_backup: z.string().nullable(),
})
export type Configuration = z.infer<typeof Configuration>
