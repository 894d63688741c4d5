import { isOfWord, plainWord } from '../characters.ts'
import { words } from '../rules/words.ts'

/**
 * What the place in which a program wrote a number says about it: a measure, a counter, a position or an identifier of the machine's; the
 * text that somebody typed; nothing that we know ('other'). `undefined` where the number stands in no such place.
 */
export type Label = 'measure' | 'content' | 'other' | undefined

/** What machines measure, count and number. */
const MEASURES: ReadonlySet<string> = new Set(
  words(`
    uptime duration elapsed latency took lag age ttl timeout delay interval wait ms ns us msec usec nsec sec secs second
    seconds millis milliseconds nanos nanoseconds micros microseconds minutes hours days time times ts timestamp
    timestamps epoch date datetime at created updated modified expires since until deadline clock tick ticks cycle cycles
    count counter counts total totals sum seq sequence seqno index indices idx offset offsets position pos cursor page
    limit limits size sizes length len bytes byte kb mb gb bits rss heap memory mem used free available capacity quota usage
    token tokens requests hits misses rows lines iteration iterations iter step steps generation revision rev version
    versions build nonce seed seeds random rand hash checksum crc digest fingerprint etag xid id ids uid gid pid tid ppid
    uuid guid oid lsn ref refs trace span parent session request req correlation transaction txn batch block height
    shard partition slot node worker thread process port addr pointer ptr inode handle fd level priority retries attempts
    lat latitude lats lon lng long longitude coord coords coordinate coordinates x y z alt altitude elevation heading
    speed velocity width depth weight mass area volume temperature temp pressure humidity score scores rank rate ratio
    percent percentage pct probability prob confidence loss accuracy precision recall error errors mean median avg average
    std stddev sd var variance min max minimum maximum quantile percentile sigma mu alpha beta gamma lambda delta epsilon
    theta price amount cost balance qty quantity fee gas wei gwei load cpu gpu freq frequency hz bitrate fps frame frames
    sample samples instructions int integer double float decimal long bigint flags mask bitmask serial
    octets reads writes objects allocated resident virtual throughput bandwidth rps qps duree taille somme
    decalage graine compteur moyenne ecart hauteur largeur montant quantite
  `),
)

/** Members that hold what somebody typed. */
const CONTENTS: ReadonlySet<string> = new Set(
  words('text content message prompt note notes comment comments body question answer query texte contenu commentaire'),
)

/** Say only that a number follows. */
const NUMBERS: ReadonlySet<string> = new Set(
  words('number num no numero nr nbr value values val string str raw data input output'),
)

/** A longer key is a sentence. */
const KEY_REACH = 64
/** `"key": "`, `key='`, `key => [`, in a string as well, and `key: ` of a sentence; "<key>"; `process_bytes 12`, "(seed 12". */
const MEMBER = /([\p{L}_][\p{L}\p{N}_.$-]*)([\\"'`\]]{0,8}\s?(?::|=>?))\s{0,8}\[?[\\"'`]{0,8}$/u
const SENTENCE = /^\s?:$/
const ELEMENT = /<([\p{L}_][\p{L}\p{N}_.:-]*)(?:\s[^<>]*)?>$/u
const WORD = /((?:\p{L}[\p{L}\p{N}]*[_.-]|\p{L}{2})[\p{L}\p{N}_.-]*\p{L})\s#?$/u
/** The first of two cells: "| Bytes_sent | ". */
const CELL = /(?:^|[|\n])[ \t]{0,8}([\p{L}_][\p{L}\p{N}_.-]*)\s{0,32}\|\s{0,16}$/u
/** The unit of a measure behind it. */
const UNIT =
  /^(?:\s?(?:ns|[µμ]s|us|ms|secs?|seconds?|bytes?|[kKMGTP]i?B|[kMG]?Hz|rows|lines|ticks|cycles|ops|it\/s|B\/s|px|km|mm|cm|kg|lignes|octets)(?![\p{L}\p{N}])|\s?[%°])/u
const UNIT_REACH = 12
const POINT = 0x2e
const DOLLAR = 0x24
const HYPHEN = 0x2d
const PER_CENT = 0x25

export function labelOf(text: string, start: number, end: number): Label {
  if (mayBeUnit(text.charCodeAt(end)) && UNIT.test(text.slice(end, end + UNIT_REACH))) return 'measure'
  // The expressions try each place of what they are given: they get no more than the name, and what stands behind it.
  const before = text.slice(nameBefore(text, start), start)
  const member = MEMBER.exec(before) ?? (text[start - 1] === '>' ? ELEMENT.exec(text.slice(reach(start), start)) : null)
  if (member?.[1] !== undefined) {
    const meaning = meaningOf(member[1])
    // Sentences have colons, too: any word may stand before one.
    return meaning === 'other' && SENTENCE.test(member[2] ?? '') ? undefined : meaning
  }
  const word = (WORD.exec(before) ?? CELL.exec(before))?.[1]
  // Words of a sentence say nothing but what they mean.
  return word !== undefined && meaningOf(word) === 'measure' ? 'measure' : undefined
}

function reach(start: number): number {
  return Math.max(0, start - KEY_REACH)
}

/** Where the name begins that a number stands behind, over the signs between. */
function nameBefore(text: string, start: number): number {
  const least = reach(start)
  let from = start
  while (from > least && !isOfName(text.charCodeAt(from - 1))) from--
  while (from > least && isOfName(text.charCodeAt(from - 1))) from--
  return from
}

/** Characters beyond ASCII are looked at by the expressions. */
function isOfName(code: number): boolean {
  return isOfWord(code) || code === POINT || code === DOLLAR || code === HYPHEN || code >= 0x80
}

/** A blank, a letter, a per cent sign, or a character beyond ASCII. */
function mayBeUnit(code: number): boolean {
  return code <= 0x20 || code === PER_CENT || code > 0x40
}

/** What the last word of a name says that says anything: "content_length" is a length. */
export function meaningOf(name: string): Label {
  let isNumber = false
  for (const word of wordsOf(name)) {
    if (MEASURES.has(word)) return 'measure'
    if (CONTENTS.has(word)) return 'content'
    isNumber ||= NUMBERS.has(word)
  }
  return isNumber ? undefined : 'other'
}

const ONE_WORD = /^[a-z]+$/

/** The words of a program's name ("userSsn", "card_number") in their plain form, the last one first. */
export function wordsOf(name: string): string[] {
  if (ONE_WORD.test(name)) return [name]
  return name
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .split(/[^\p{L}]+/u)
    .map(plainWord)
    .reverse()
}
