import type { NoticeBoard } from '../banner/notice-board.ts'
import { parseHeaderValue } from '../body/content-type.ts'
import { EventFilter, JsonFilter } from '../coaching/answer-filters.ts'
import { FirstLine, type LineOutcome } from '../coaching/first-line.ts'
import { Held } from '../coaching/held.ts'
import { takesLine } from '../coaching/takes-line.ts'
import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import type { AnswerHead, FieldBlock } from '../http/exchange.ts'
import { lastValueIn, toRawHeaders } from '../http/fields.ts'
import { mustStayAsItIs } from '../http/no-transform.ts'
import { shareOf } from '../listen/client.ts'
import type { FairShare } from '../listen/fair-share.ts'
import { coachTextOf } from '../respond/send.ts'
import { isPlain, isReadable, type Rewriting, RewrittenBody } from '../rewriting/rewritten-body.ts'
import { aboutOf, kindOf, personOfPrompt, type ToldBeside } from './notifier.ts'
import type { ReceivedBody } from './request-body.ts'

interface Options {
  readonly board: Pick<NoticeBoard, 'post' | 'wasTold' | 'withdraw'>
  readonly held: Pick<FairShare, 'tryTake'>
  readonly contact: string
  readonly count: (outcome: LineOutcome) => void
}

/** An answer to a prompt that a policy warns of. */
interface Coached {
  readonly judged: JudgedPrompt
  readonly isRecorded: boolean
  readonly body: ReceivedBody
  /** What the banner made of it. */
  readonly beside: ToldBeside
}

/** Fields that are true only of the body as the service sent it: its length, coding and digests. */
const BODY_FIELDS: ReadonlySet<string> = new Set([
  ...['content-length', 'content-encoding', 'accept-ranges', 'etag', 'content-md5', 'digest', 'content-digest'],
  ...['repr-digest', 'signature', 'signature-input'],
])
/** Plain text is not among them: a brace in it that is never closed would hold back all that follows. */
const LINES_OR_JSON = /^application\/(?:json|x-ndjson|ndjson|jsonl|stream\+json)$/

const UTF_8 = /^utf-?8$/i

/** Puts the warning of a policy in front of the answer to a coached prompt (WEIR_COACH_IN_ANSWER). */
export class CoachLines {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** @returns undefined where the answer is passed on as it comes */
  rewrite(head: AnswerHead, { judged, isRecorded, body, beside }: Coached): Rewriting | undefined {
    const { platform, target, inspection, connection } = judged
    const isCoached = judged.ruling.action === 'coach' || judged.dropped !== undefined
    if (!isCoached || kindOf(judged) !== 'prompt' || beside === 'told' || head.status !== 200 || head.body === 'none')
      return undefined
    const filterFor = filterOf(head)
    const coding = lastValueIn(head.fields, 'content-encoding').trim().toLowerCase()
    const operation = platform.operations.find(({ id }) => id === inspection.operation)
    if (filterFor === undefined || operation === undefined || !isReadable(coding)) return undefined
    if (mustStayAsItIs(head.fields)) return undefined
    if (body.kind !== 'complete' || body.whole !== undefined) return undefined
    const { board, held, contact, count } = this.#options
    const [person, about] = [personOfPrompt(judged), aboutOf(judged)]
    if (beside === 'nothing' && board.wasTold(person, about)) return undefined
    if (!takesLine(platform, operation, target, body.bytes)) return undefined
    const line = new FirstLine({
      line: coachTextOf(judged, contact, isRecorded).replaceAll(/\s+/g, ' '),
      mayTell: () => {
        if (beside === 'kept') board.withdraw(person, about)
        else if (board.post({ person, about, notice: undefined }) === 'repeated') return false
        return true
      },
      onSettled: count,
    })
    const filter = filterFor(line, new Held(held, shareOf(connection.client)))
    const isCompressed = !isPlain(coding) && /(?:^|,)\s*gzip\s*(?:,|$)/i.test(target.headers['accept-encoding'] ?? '')
    return {
      head: { ...head, body: 'streamed', fields: withNewBody(head.fields, isCompressed) },
      open: (sink) => new RewrittenBody({ coding, isCompressed, filter, sink }),
    }
  }
}

function filterOf({ fields }: AnswerHead) {
  const { value: type, parameters } = parseHeaderValue(lastValueIn(fields, 'content-type'))
  // The line is written in UTF-8, and must not stand in a text of another encoding.
  if (!UTF_8.test(parameters.get('charset') ?? 'utf-8')) return undefined
  if (type === 'text/event-stream') return (line: FirstLine, held: Held) => new EventFilter(line, held)
  if (LINES_OR_JSON.test(type)) return (line: FirstLine, held: Held) => new JsonFilter(line, held)
  return undefined
}

function withNewBody(fields: FieldBlock, isCompressed: boolean): FieldBlock {
  const raw = toRawHeaders(fields)
  let block = ''
  for (let at = 0; at + 1 < raw.length; at += 2) {
    if (!BODY_FIELDS.has(raw[at]?.toLowerCase() ?? '')) block += `${raw[at]}: ${raw[at + 1]}\r\n`
  }
  return `${block}${isCompressed ? 'Content-Encoding: gzip\r\n' : ''}`
}
