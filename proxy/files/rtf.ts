import type { Gathered } from './gathered.ts'
import { SLICE_LENGTH } from './limits.ts'

/** Tables of the document's own, and pictures: no text of a person. */
const SILENT: ReadonlySet<string> = new Set(
  'fonttbl colortbl stylesheet listtable listoverridetable rsidtbl generator latentstyles themedata colorschememapping datastore xmlnstbl filetbl revtbl'.split(
    ' ',
  ),
)
const PICTURES: ReadonlySet<string> = new Set(['pict', 'objdata'])
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ...(['par', 'line', 'sect', 'page', 'row'] as const).map((word) => [word, '\n'] as const),
  ...([
    ['tab', '\t'],
    ['cell', '\t'],
    ['nestcell', '\t'],
    ['nestrow', '\n'],
    ['emdash', '—'],
    ['endash', '–'],
  ] as const),
  ...([
    ['bullet', '•'],
    ['lquote', '‘'],
    ['rquote', '’'],
    ['ldblquote', '“'],
    ['rdblquote', '”'],
  ] as const),
  ...([
    ['emspace', ' '],
    ['enspace', ' '],
    ['~', '\u00a0'],
    ['_', '-'],
  ] as const),
])
/** A control word and its number (RTF 1.9.1, "Conventions of an RTF Reader"). */
const CONTROL = /\\(?:([A-Za-z]{1,32})(-?\d{1,10})? ?|'([0-9A-Fa-f]{2})|([^A-Za-z']))/y
const MAX_GROUPS = 10_000

interface Group {
  readonly isSilent: boolean
  /** Characters that stand for one of Unicode to readers that know none. */
  readonly standIns: number
}

/** Rich Text Format: the text without its controls. The file itself is ASCII, and is read as it stands besides. */
export function readRtf(gathered: Gathered, bytes: Buffer): void {
  const source = bytes.toString('latin1')
  const eightBit = new TextDecoder('windows-1252')
  const groups: Group[] = []
  let group: Group = { isSilent: false, standIns: 1 }
  let skip = 0
  let text = ''
  let pending: number[] = []
  const flush = () => {
    if (pending.length > 0) text += eightBit.decode(Uint8Array.from(pending))
    pending = []
  }
  const add = (piece: string) => {
    flush()
    if (!group.isSilent) text += piece
  }
  let checked = 0
  for (let at = 0; at < source.length; ) {
    if (at - checked > SLICE_LENGTH) {
      checked = at
      gathered.allowance.check()
    }
    const character = source[at]
    if (character === '{') {
      if (groups.length >= MAX_GROUPS) {
        gathered.problem('too_deep')
        break
      }
      groups.push(group)
      at++
    } else if (character === '}') {
      flush()
      group = groups.pop() ?? { isSilent: false, standIns: 1 }
      at++
    } else if (character === '\\') {
      CONTROL.lastIndex = at
      const control = CONTROL.exec(source)
      if (control === null) {
        // No control at all: the end, or `\'` without its two digits.
        gathered.problem('broken')
        at++
        continue
      }
      at = CONTROL.lastIndex
      const [, word, number, hex, symbol] = control
      if (hex !== undefined) {
        if (skip > 0) skip--
        else if (!group.isSilent) pending.push(Number.parseInt(hex, 16))
      } else if (symbol !== undefined) {
        const isEnd = symbol === '\n' || symbol === '\r'
        add(isEnd ? '\n' : (CHARACTERS.get(symbol) ?? ('{}\\'.includes(symbol) ? symbol : '')))
      } else if (word === 'u' && number !== undefined) {
        add(String.fromCharCode(Number(number) & 0xffff))
        skip = group.standIns
      } else if (word === 'uc' && number !== undefined) group = { ...group, standIns: Math.max(0, Number(number)) }
      else if (word === 'bin' && number !== undefined) {
        at += Math.max(0, Number(number))
        if (at > source.length) gathered.problem('broken')
      } else if (word !== undefined && SILENT.has(word)) group = { ...group, isSilent: true }
      else if (word !== undefined && PICTURES.has(word)) {
        gathered.problem(word === 'pict' ? 'media' : 'unsupported')
        group = { ...group, isSilent: true }
      } else add(CHARACTERS.get(word ?? '') ?? '')
    } else {
      at++
      if (character === '\r' || character === '\n') continue
      if (skip > 0) skip--
      else if (!group.isSilent) pending.push(source.charCodeAt(at - 1))
    }
  }
  flush()
  if (groups.length > 0) gathered.problem('broken')
  gathered.text(text)
}
