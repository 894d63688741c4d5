import { bannerLimits } from '../banner/limits.ts'
import type { Notice } from '../banner/notice.ts'
import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import { coachTextOf, messageOf, wordsOf } from './send.ts'

interface Asking {
  readonly token: string
  readonly prompt: string
}

/**
 * What the banner says of a prompt that was coached or refused: the same as its headers or its refusal.
 * @param asking the question for a reason; undefined: none is asked for
 */
export function noticeOf(judged: JudgedPrompt, contact: string, isRecorded: boolean, asking?: Asking): Notice {
  const isRefused = judged.ruling.refusedBy !== undefined
  const { language, banner } = wordsOf(judged)
  return {
    id: judged.id,
    kind: isRefused ? 'block' : 'coach',
    lang: language,
    title: isRefused ? banner.stopped : banner.sent,
    message: isRefused ? messageOf(judged, contact, isRecorded) : coachTextOf(judged, contact, isRecorded),
    dismiss: banner.dismiss,
    ...(asking !== undefined && {
      ask: {
        ...asking,
        label: banner.askReason,
        send: banner.sendReason,
        failed: banner.failed,
        max: bannerLimits.reasonMax,
      },
    }),
  }
}
