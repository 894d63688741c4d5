import { isWebApp } from '../banner/documents.ts'
import type { NoticeBoard, NoticeOutcome } from '../banner/notice-board.ts'
import { personOf } from '../banner/person.ts'
import type { Reasons } from '../banner/reasons.ts'
import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import { shareOf } from '../listen/client.ts'
import { TELEMETRY_OPERATION } from '../platforms/telemetry/endpoint.ts'
import { noticeOf } from '../respond/notice.ts'
import { questionOf } from '../respond/question.ts'

interface Options {
  readonly board: Pick<NoticeBoard, 'post' | 'sent' | 'listensElsewhere'>
  readonly reasons: Pick<Reasons, 'token'>
  readonly contact: string
}

/** Whether a person has been told beside the answer: `kept` is for a page that does not listen yet. */
export type ToldBeside = 'told' | 'kept' | 'nothing'

/** What a prompt's warning or refusal is about: its person is told of that once within a time. */
export function aboutOf({ ruling, dropped }: JudgedPrompt): string {
  return ruling.deciding?.policy_id ?? dropped?.policyName ?? String(ruling.inspection.reason)
}

/** Who is told in an answer: where no user is known, and no browser, all programs of a kind at one address together. */
export function personOfPrompt({ connection: { client }, target }: JudgedPrompt): string {
  const named = personOf(client, target.headers.cookie)
  return named ?? `address ${shareOf(client)} ${(target.headers['user-agent'] ?? '').slice(0, AGENT_LENGTH)}`
}

const AGENT_LENGTH = 100

/** Drafts, titles and telemetry are an app's own requests: nobody is told of them. */
export function kindOf({ platform, inspection }: JudgedPrompt): 'prompt' | 'background' | 'unknown' {
  if (inspection.operation === TELEMETRY_OPERATION) return 'background'
  const operation = platform.operations.find(({ id }) => id === inspection.operation)
  if (operation === undefined) return 'unknown'
  return (inspection.prompt?.isPrompt ?? operation.isPrompt) ? 'prompt' : 'background'
}

const aboutReason = (prompt: string) => `reason ${prompt}`

/** Tells people in web chats what became of their prompts, where the answer itself does not. */
export class Notifier {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** A prompt was sent that a policy may warn of, or that turns were left out of. */
  coached(judged: JudgedPrompt, isRecorded: boolean): ToldBeside {
    const isTold = judged.ruling.action === 'coach' || judged.dropped !== undefined
    const outcome = isTold && kindOf(judged) === 'prompt' ? this.#post(judged, isRecorded, false) : undefined
    if (outcome !== 'kept') return outcome === undefined ? 'nothing' : 'told'
    return this.#options.board.listensElsewhere(personOfPrompt(judged)) ? 'told' : 'kept'
  }

  /** A prompt is with its service that was refused until its person gave a reason: what says otherwise goes. */
  sent({ ruling, asked, connection, target }: JudgedPrompt): void {
    const person = personOf(connection.client, target.headers.cookie)
    if (ruling.justified === undefined || asked === undefined || person === undefined) return
    this.#options.board.sent(person, aboutReason(asked), { sent: asked })
  }

  /** @param isShown the refusal stands in the app's own chat */
  refused(judged: JudgedPrompt, isRecorded: boolean, isShown: boolean): void {
    // What the catalogue does not know may be the prompt of an app that has changed.
    if (kindOf(judged) !== 'background') this.#post(judged, isRecorded, isShown)
  }

  #post(judged: JudgedPrompt, isRecorded: boolean, isShown: boolean): NoticeOutcome | undefined {
    const { platform, connection, target } = judged
    if (!isWebApp(platform.id)) return undefined
    const person = personOf(connection.client, target.headers.cookie)
    if (person === undefined) return undefined
    const { board, reasons, contact } = this.#options
    const question = questionOf(judged)
    if (question !== undefined) {
      // Each prompt is a question of its own, and no chat has a place for the answer.
      const token = reasons.token(person, question.prompt, question.policies)
      const notice = noticeOf(judged, contact, isRecorded, { token, prompt: question.prompt })
      return board.post({ person, about: aboutReason(question.prompt), notice })
    }
    const notice = isShown ? undefined : noticeOf(judged, contact, isRecorded)
    return board.post({ person, about: aboutOf(judged), notice })
  }
}
