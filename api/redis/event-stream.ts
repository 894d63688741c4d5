import type { Redis } from 'ioredis'
import { z } from 'zod'
import { Event, interactionIdOf } from '../../core/model/event.ts'

const PAGE = 500
/** A stream without new events expires: after the time for which an event can be asked for, so that a pause makes no gap. */
const IDLE_SECONDS = 60 * 60

/**
 * KEYS: the stream. ARGV: its channel, the most entries, the oldest age in ms, seconds until an idle stream goes, then the
 * entries. What is in the stream and what is told on the channel is the same, in the same order.
 */
const APPEND = `
local time = redis.call('TIME')
local oldest = time[1] * 1000 - tonumber(ARGV[3])
redis.call('XTRIM', KEYS[1], 'MINID', '~', string.format('%.0f', oldest))
for i = 5, #ARGV do
  local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[2], '*', 'entry', ARGV[i])
  redis.call('PUBLISH', ARGV[1], id .. ' ' .. ARGV[i])
end
redis.call('EXPIRE', KEYS[1], ARGV[4])
`

const Entry = z.object({
  /** The process that wrote it. */
  from: z.string(),
  /** Its process sent it to clients before it came here, so the order of the stream is not the order in which all clients got it. */
  late: z.boolean().default(false),
  /** Without one it says that events of that process were lost. */
  event: Event.optional(),
})
export type Entry = z.infer<typeof Entry>

/** An entry in its place in the stream. */
export interface PlacedEntry extends Entry {
  readonly id: string
}

interface Bounds {
  readonly seconds: number
  readonly events: number
}

type Appender = Redis & { weirAppend(key: string, ...args: (string | number)[]): Promise<unknown> }

/** One capped stream of events a tenant, and a channel that says each entry as it is written. */
export class EventStream {
  readonly #redis: Appender
  readonly #bounds: Bounds

  constructor(redis: Redis, bounds: Bounds) {
    redis.defineCommand('weirAppend', { numberOfKeys: 1, lua: APPEND })
    this.#redis = redis as Appender
    this.#bounds = bounds
  }

  static channelOf(tenantId: string): string {
    return `weir:live:events:${tenantId}`
  }

  async append(tenantId: string, entries: readonly string[]): Promise<void> {
    const { seconds, events } = this.#bounds
    const idle = Math.max(IDLE_SECONDS, seconds)
    await this.#redis.weirAppend(
      keyOf(tenantId),
      EventStream.channelOf(tenantId),
      events,
      seconds * 1000,
      idle,
      ...entries,
    )
  }

  /** `0-0` if there is none. */
  async lastId(tenantId: string): Promise<string> {
    const [last] = await this.#redis.xrevrange(keyOf(tenantId), '+', '-', 'COUNT', 1)
    return last?.[0] ?? '0-0'
  }

  async has(tenantId: string, id: string): Promise<boolean> {
    return (await this.#redis.xrange(keyOf(tenantId), id, id)).length > 0
  }

  /** Deletes the entries of these interactions, and of the alerts that they raised. */
  async erase(tenantId: string, interactions: ReadonlySet<string>): Promise<void> {
    for await (const { id, event } of this.after(tenantId, '0-0')) {
      const interaction = event === undefined ? null : interactionIdOf(event)
      if (interaction !== null && interactions.has(interaction)) await this.#redis.xdel(keyOf(tenantId), id)
    }
  }

  /** Oldest first. */
  async *after(tenantId: string, id: string): AsyncGenerator<PlacedEntry> {
    for (let start = id; ; ) {
      const page = await this.#redis.xrange(keyOf(tenantId), `(${start}`, '+', 'COUNT', PAGE)
      for (const [placed, [, text]] of page) yield* parseEntry(tenantId, placed, text)
      if (page.length < PAGE) return
      start = page.at(-1)?.[0] ?? start
    }
  }

  /** Newest first, this one among them, as far back as an event can be asked for. */
  async *backFrom(tenantId: string, id: string): AsyncGenerator<PlacedEntry> {
    const [seconds] = await this.#redis.time()
    const oldest = `${(Number(seconds) - this.#bounds.seconds) * 1000}-0`
    for (let end = id; ; ) {
      const page = await this.#redis.xrevrange(keyOf(tenantId), end, oldest, 'COUNT', PAGE)
      for (const [placed, [, text]] of page) yield* parseEntry(tenantId, placed, text)
      if (page.length < PAGE) return
      end = `(${page.at(-1)?.[0]}`
    }
  }
}

export function toText(entry: z.input<typeof Entry>): string {
  return JSON.stringify(entry)
}

/** A message of a channel: the entry's place, a blank, the entry. */
export function parseMessage(tenantId: string, message: string): PlacedEntry | undefined {
  const blank = message.indexOf(' ')
  return [...parseEntry(tenantId, message.slice(0, blank), message.slice(blank + 1))][0]
}

/** Whether one place in a stream, `<milliseconds>-<number>`, comes after another. */
export function isAfter(id: string, other: string): boolean {
  const [time = 0, number = 0] = id.split('-').map(Number)
  const [otherTime = 0, otherNumber = 0] = other.split('-').map(Number)
  return time > otherTime || (time === otherTime && number > otherNumber)
}

function keyOf(tenantId: string): string {
  return `weir:live:stream:${tenantId}`
}

/** Undefined if it is not an entry of ours, or of another tenant: other programs may write to this Redis too. */
function* parseEntry(tenantId: string, id: string, text: string | undefined): Generator<PlacedEntry> {
  let json: unknown
  try {
    json = JSON.parse(text ?? '')
  } catch {
    return
  }
  const { data } = Entry.safeParse(json)
  if (data === undefined || (data.event !== undefined && data.event.tenant_id !== tenantId)) return
  if (/^\d{1,15}-\d{1,15}$/.test(id)) yield { id, ...data }
}
