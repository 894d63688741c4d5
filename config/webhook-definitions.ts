import { CIDRS, optional, PEM_FILE, required } from './definition.ts'
import * as parse from './parsers.ts'

/** How events are delivered to webhooks, and to which. */
export const WEBHOOK_DEFINITIONS = {
  webhookSchedule: required(
    'WEIR_WEBHOOK_SCHEDULE',
    '0,5,30,300,1800',
    parse.list(parse.integer(0, 604_800)),
    'a comma-separated list of seconds',
    'the delay before each delivery attempt, in seconds',
  ),
  webhookBacklog: required(
    'WEIR_WEBHOOK_BACKLOG',
    '100000',
    parse.integer(1, 10_000_000),
    'a number from 1 to 10000000',
    'the number of deliveries that may wait for one webhook; further ones are counted and dropped',
  ),
  webhookBacklogBytes: required(
    'WEIR_WEBHOOK_BACKLOG_BYTES',
    '268435456',
    parse.integer(1_048_576, 1_099_511_627_776),
    'a number of bytes from 1048576 to 1099511627776',
    'what the events of these deliveries may take together; further ones are counted and dropped. An event is stored once for all webhooks',
  ),
  webhookConcurrency: required(
    'WEIR_WEBHOOK_CONCURRENCY',
    '8',
    parse.integer(1, 16),
    'a number from 1 to 16',
    'the number of simultaneous deliveries to one webhook from each API process',
  ),
  webhookAllowCidrs: required(
    'WEIR_WEBHOOK_ALLOW_CIDRS',
    '',
    parse.list(parse.cidr),
    CIDRS,
    'private addresses that webhooks may be sent to',
  ),
  webhookCa: optional(
    'WEIR_WEBHOOK_CA',
    parse.certificates,
    PEM_FILE,
    'CA certificates that webhook receivers are verified against, besides the usual roots',
  ),
  webhookPorts: required(
    'WEIR_WEBHOOK_PORTS',
    '443,8443',
    parse.list(parse.integer(1, 65_535)),
    'a comma-separated list of ports from 1 to 65535',
    'ports that webhook receivers may use; receivers in WEIR_WEBHOOK_ALLOW_CIDRS may use any port',
  ),
  webhookTimeoutMs: required(
    'WEIR_WEBHOOK_TIMEOUT_MS',
    '5000',
    parse.integer(10, 60_000),
    'a number of milliseconds from 10 to 60000',
    'how long one delivery attempt may take, from resolving the name to the end of the response',
  ),
  webhooksMax: required(
    'WEIR_WEBHOOKS_MAX',
    '100',
    parse.integer(1, 10_000),
    'a number from 1 to 10000',
    'the number of webhooks that a tenant may have',
  ),
} as const
