import { isWebApp } from '../banner/documents.ts'
import type { NoticeBoard } from '../banner/notice-board.ts'
import { personOf } from '../banner/person.ts'
import type { Reasons } from '../banner/reasons.ts'
import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import { noticeOf } from '../respond/notice.ts'
import { questionOf } from '../respond/question.ts'

interface Options {
  readonly board: Pick<NoticeBoard, 'post'>
  readonly reasons: Pick<Reasons, 'token'>
  readonly contact: string
}

/** Tells people in web chats what became of their prompts, where the answer itself does not. */
export class Notifier {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** A prompt was sent that a policy may warn of, or that turns were left out of. */
  coached(judged: JudgedPrompt, isRecorded: boolean): void {
    const isTold = judged.ruling.action === 'coach' || judged.dropped !== undefined
    if (isTold && kindOf(judged) === 'prompt') this.#post(judged, isRecorded, false)
  }

  /** @param isShown the refusal stands in the app's own chat */
  refused(judged: JudgedPrompt, isRecorded: boolean, isShown: boolean): void {
    // What the catalogue does not know may be the prompt of an app that has changed.
    if (kindOf(judged) !== 'background') this.#post(judged, isRecorded, isShown)
  }

  #post(judged: JudgedPrompt, isRecorded: boolean, isShown: boolean): void {
    const { platform, connection, target, ruling } = judged
    if (!isWebApp(platform.id)) return
    const person = personOf(connection.client, target.headers.cookie)
    if (person === undefined) return
    const { board, reasons, contact } = this.#options
    const question = questionOf(judged)
    if (question !== undefined) {
      // Each prompt is a question of its own, and no chat has a place for the answer.
      const token = reasons.token(person, question.prompt, question.policies)
      board.post({ person, about: `reason ${question.prompt}`, notice: noticeOf(judged, contact, isRecorded, token) })
      return
    }
    const about = ruling.deciding?.policy_id ?? String(ruling.inspection.reason)
    const notice = isShown ? undefined : noticeOf(judged, contact, isRecorded)
    board.post({ person, about, notice })
  }
}

/** Drafts, titles and telemetry are an app's own requests: nobody is told of them. */
function kindOf({ platform, inspection }: JudgedPrompt): 'prompt' | 'background' | 'unknown' {
  const operation = platform.operations.find(({ id }) => id === inspection.operation)
  if (operation === undefined) return 'unknown'
  return (inspection.prompt?.isPrompt ?? operation.isPrompt) ? 'prompt' : 'background'
}
