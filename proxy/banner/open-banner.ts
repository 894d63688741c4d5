import { Counter, type Registry } from 'prom-client'
import { Documents } from './documents.ts'
import type { BannerNews } from './notice.ts'
import { NoticeBoard } from './notice-board.ts'
import { Reasons } from './reasons.ts'

interface Options {
  readonly registry: Registry
  readonly now: () => Date
  /** What is kept of prompts is hashed with it. */
  readonly key: Uint8Array
  /** The other workers, if there are any. */
  readonly others:
    | {
        tell(news: BannerNews): void
        onTold(listener: (news: BannerNews) => void): void
      }
    | undefined
}

export interface Banner {
  readonly documents: Documents
  readonly board: NoticeBoard
  readonly reasons: Reasons
  /** Of a line in an answer. */
  readonly countLine: (outcome: 'added' | 'repeated' | 'unchanged') => void
}

/** What tells people in web chats about their prompts: the script in their pages, and who hears which notice. */
export function openBanner({ registry, now, key, others }: Options): Banner {
  const registers = [registry]
  const documents = new Counter({
    name: 'weir_proxy_banner_documents_total',
    help: 'Pages of web chats, by whether the banner was added, and why not.',
    labelNames: ['outcome'],
    registers,
  })
  const notices = new Counter({
    name: 'weir_proxy_banner_notices_total',
    help: 'Notices for people in web chats: sent to a page that listens, kept until one does, or repeated within half a minute and left out.',
    labelNames: ['outcome'],
    registers,
  })
  const lines = new Counter({
    name: 'weir_proxy_coach_lines_total',
    help: 'Answers to coached prompts by whether they begin with a line that says so: added, repeated within half a minute and left out, or unchanged as they hold no text for a person.',
    labelNames: ['outcome'],
    registers,
  })
  const board = new NoticeBoard({
    tell: (told) => others?.tell(told),
    tellListening: (listening) => others?.tell(listening),
    count: (outcome) => notices.inc({ outcome }),
    now: () => now().getTime(),
  })
  const reasons = new Reasons({ key, tell: (given) => others?.tell(given), now: () => now().getTime() })
  others?.onTold((news) => {
    if ('reason' in news) reasons.keep(news)
    else if ('listensUntil' in news) board.keepListening(news)
    else board.keep(news)
  })
  return {
    ...{ documents: new Documents({ count: (outcome) => documents.inc({ outcome }) }), board, reasons },
    countLine: (outcome) => lines.inc({ outcome }),
  }
}
