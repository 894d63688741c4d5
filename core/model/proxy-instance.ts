import { z } from 'zod'
import { Timestamp, text, Uuid } from './common.ts'

/** Of a tenant; a further one takes the place of one that is gone. */
export const INSTANCES_MAX = 200
/** Reasons that one heartbeat counts apart. */
const REASONS_MAX = 32
const COUNT_MAX = 1_000_000_000_000

const Count = z.int().min(0).max(COUNT_MAX)

/** What tells two lists of policies, or of detectors, apart (core/supply-version.ts); null where a proxy has none. */
const SupplyVersion = z
  .string()
  .regex(/^[0-9a-f]{16}$/, 'must be 16 hexadecimal digits')
  .nullable()

/** By reason, as `content_metadata.inspection.reason` of interactions has it. */
const Reasons = z
  .record(z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be a reason, such as too_large'), Count)
  .refine((reasons) => Object.keys(reasons).length <= REASONS_MAX, `must have at most ${REASONS_MAX} items`)

const LastError = z
  .strictObject({
    code: z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be the code of an error, such as CERT_HAS_EXPIRED'),
    at: Timestamp,
  })
  .nullable()

const reported = {
  instance_id: Uuid,
  /** Of the machine, or what its operator calls it. */
  name: text(100, 1),
  /** Of Weir. */
  version: text(64, 1),
  started_at: Timestamp,
  /** Processes that share the port. */
  workers: z.int().min(1).max(1024),
  policies_version: SupplyVersion,
  detectors_version: SupplyVersion,
  /** Records that the API has not confirmed yet. */
  records_waiting: Count,
  /** What `prompts` and `not_inspected` cover: the time before the heartbeat. */
  window_seconds: z.int().min(0).max(86_400),
  /** In the window: prompts, and among them those that could not be inspected whole, by reason. */
  prompts: Count,
  not_inspected: Reasons,
  last_error: LastError,
}

/** What a proxy says of itself, about every 30 seconds: sums and codes, nothing of what passes it. */
export const Heartbeat = z.strictObject({
  ...reported,
  /** The last one of a proxy that was told to end. */
  stopping: z.boolean().default(false),
})
export type Heartbeat = z.infer<typeof Heartbeat>

/** `silent`: it stopped reporting without a word. `stopped`: it said that it ends. */
export const ProxyState = z.enum(['alive', 'silent', 'stopped'])
export type ProxyState = z.infer<typeof ProxyState>

export const ProxyInstance = z.strictObject({
  ...reported,
  state: ProxyState,
  alive: z.boolean(),
  first_seen: z.string(),
  last_seen: z.string(),
  /** Service token, or person, that it reported with last; empty where the person's account is deleted. */
  reported_by: z.string(),
  prompts_per_minute: z.number(),
  /** Whether what it has in force is what the API has; null for one that is not alive. */
  policies_in_step: z.boolean().nullable(),
  detectors_in_step: z.boolean().nullable(),
})
export type ProxyInstance = z.infer<typeof ProxyInstance>

/** What a heartbeat is answered. */
export const HeartbeatAnswer = z.strictObject({
  /** When the next one is expected, at most. */
  next_in_seconds: z.int(),
})
export type HeartbeatAnswer = z.infer<typeof HeartbeatAnswer>
