import { Counter, type Registry } from 'prom-client'
import { Documents } from './documents.ts'
import type { Told } from './notice.ts'
import { NoticeBoard } from './notice-board.ts'

interface Options {
  readonly registry: Registry
  readonly now: () => Date
  /** The other workers, if there are any. */
  readonly others:
    | {
        tell(told: Told): void
        onTold(listener: (told: Told) => void): void
      }
    | undefined
}

export interface Banner {
  readonly documents: Documents
  readonly board: NoticeBoard
}

/** What tells people in web chats about their prompts: the script in their pages, and who hears which notice. */
export function openBanner({ registry, now, others }: Options): Banner {
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
  const board = new NoticeBoard({
    tell: (told) => others?.tell(told),
    count: (outcome) => notices.inc({ outcome }),
    now: () => now().getTime(),
  })
  others?.onTold((told) => board.keep(told))
  return { documents: new Documents({ count: (outcome) => documents.inc({ outcome }) }), board }
}
