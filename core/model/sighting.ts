import { z } from 'zod'
import { PlatformId, Timestamp } from './common.ts'

/** How many of them one request carries. */
export const SIGHTINGS_MAX = 500

/**
 * What a proxy has seen of an AI service without reading a prompt: `tunnelled` is a connection, or a request that is not
 * encrypted, that passed undecrypted; `handshake_failed` a service whose TLS a proxy would not go on with; `client_refused` a client
 * that did not take our certificate, and `client_passed` one that passes through for a time because it never does.
 */
export const SightingKind = z.enum(['tunnelled', 'handshake_failed', 'client_refused', 'client_passed'])
export type SightingKind = z.infer<typeof SightingKind>

/** A host name or an address, without port or brackets. */
export const SightingHost = z
  .string()
  .max(253)
  .regex(/^[a-z0-9._:-]+$/, 'must be a host name in lower case, such as chat.example.com')

/** How often it happened between two moments, both included. */
export const Sighting = z.strictObject({
  platform_id: PlatformId,
  kind: SightingKind,
  count: z.int().min(1).max(1_000_000_000),
  first_seen: Timestamp,
  last_seen: Timestamp,
  /** Where; of several the last one. */
  host: SightingHost.optional(),
  /** Why a handshake failed: the code that OpenSSL or Node gives it, such as CERT_HAS_EXPIRED. */
  reason: z
    .string()
    .regex(/^[A-Za-z0-9_]{1,80}$/, 'must be the code of an error, such as CERT_HAS_EXPIRED')
    .optional(),
  /** How many clients have refused our certificate for this service, as far as the proxy remembers. */
  clients: z.int().min(1).max(1_000_000).optional(),
})
export type Sighting = z.infer<typeof Sighting>
