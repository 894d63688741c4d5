import { PackedWords } from '../../lexicon/packed-words.ts'
import type { ScoredSpan } from '../rule.ts'
import type { NameToken } from './tokens.ts'

/**
 * Vietnamese, Chinese and Korean names, in Latin letters and with the family name first. Their syllables are words of other languages
 * too, so lists of names have few of them; but the family names are few, and the order tells what is meant.
 */

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** Nine Vietnamese in ten have one of these family names. */
const VIETNAMESE = words(`
  nguyen tran pham hoang huynh phan vu vo dang bui ngo duong dinh trinh truong quach luong luu doan trieu nghiem tong thai phung vuong le do ho
  mai cao ly dao
`)
/** Words of English, French and Italian among them: only a middle name that is nothing else tells. */
const VIETNAMESE_WORDS = words('le do ho mai cao dao vo tong thai ly')
const MIDDLE = words(`
  thi van minh duc quang ngoc huu xuan gia thanh hoang dinh bao anh tuan kim phuong hong thu nhu my hai viet quoc tien cong trong khanh
  diem bich
`)
const CLEAR_MIDDLE = words('thi minh duc quang ngoc huu xuan quoc thanh tuan nhu')
const VIETNAMESE_SYLLABLE = /^(?:ngh?|nh|kh|ph|th|tr|ch|gi|qu|[bcdghklmnprstvx])?[aeiouy]{1,3}(?:ch|nh|ng|[cmnpt])?$/

/** The commonest Chinese family names that are no words of English or French. */
const CHINESE = words(`
  wang zhang liu chen yang huang zhao zhou xu zhu guo lin gao luo zheng liang xie deng feng peng zeng tian dong cai jiang cheng wei ding shen
  zhong cui qiu hou meng qin xiong li wu
`)
const PINYIN =
  '(?:[bpmfdtnlgkhjqxrzcsyw]|zh|ch|sh)?(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uai|uan|ai|ei|ao|ou|an|en|in|ia|ie|iu|ua|ui|un|uo|ue|a|e|i|o|u)'
const TWO_SYLLABLES = new RegExp(`^${PINYIN}${PINYIN}$`)
/** What hardly another language writes. */
const OF_CHINESE = /x[iu]|q[iu]|zh|iao|ji(?:a|e|n|u)/

const KOREAN = words(
  'kim lee park choi jung kang cho yoon jang lim han oh seo shin kwon hwang ahn song jeon hong yang son bae baek heo nam',
)
const KOREAN_SYLLABLE =
  '(?:min|jun|ji|hoon|hun|seo|yeon|hyun|woo|jin|young|yeong|soo|su|kyung|eun|hye|jae|sung|seong|ho|kyu|hee|mi|joon|sang|dong|won|yun|hwa|yoo|ah|na|rim|tae|ki|gi|chul|in|hyo|sun|seok|bin|kyeong|ha|eun|hyuk)'
const KOREAN_GIVEN = new RegExp(`^${KOREAN_SYLLABLE}-${KOREAN_SYLLABLE}$`)

const SCORE = 0.8
const WORDS_MAX = 4

const OF_VIETNAM = 1
const OF_CHINA = 2
const OF_KOREA = 4
const FAMILIES = PackedWords.of([
  ...[...VIETNAMESE].map((word) => [word, OF_VIETNAM] as const),
  ...[...CHINESE].map((word) => [word, OF_CHINA] as const),
  ...[...KOREAN].map((word) => [word, OF_KOREA] as const),
])
const FAMILY_MAX = 7

/** The first such name in a sequence of capitalised words. */
export function eastAsianName(units: Uint16Array, tokens: readonly NameToken[]): ScoredSpan | undefined {
  for (let from = 0; from < tokens.length - 1; from++) {
    const family = tokens[from] as NameToken
    if (family.form !== 'capitalised' || family.end - family.start > FAMILY_MAX) continue
    const kinds = kindsOf(units, family)
    const end = kinds === 0 ? undefined : endOfName(kinds, family, tokens.slice(from + 1, from + WORDS_MAX))
    if (end !== undefined) return { start: family.start, end, score: SCORE }
  }
  return undefined
}

function kindsOf(units: Uint16Array, token: NameToken): number {
  let all = 0
  for (let i = token.start; i < token.end; i++) all |= units[i] as number
  return all < 0x80 ? FAMILIES.meaningAt(units, token.start, token.end) : FAMILIES.meaningOf(token.plain)
}

/** Where a name ends of which these words are the rest. */
function endOfName(kinds: number, { plain }: NameToken, rest: readonly NameToken[]): number | undefined {
  const [next, last] = rest
  if (next === undefined || next.form !== 'capitalised') return undefined
  if ((kinds & OF_VIETNAM) !== 0 && last !== undefined) {
    const isMiddle = (VIETNAMESE_WORDS.has(plain) ? CLEAR_MIDDLE : MIDDLE).has(next.plain)
    if (isMiddle && isVietnamese(last)) return (rest[2] !== undefined && isVietnamese(rest[2]) ? rest[2] : last).end
  }
  if ((kinds & OF_CHINA) !== 0 && TWO_SYLLABLES.test(next.plain) && OF_CHINESE.test(next.plain)) return next.end
  return (kinds & OF_KOREA) !== 0 && KOREAN_GIVEN.test(next.plain) ? next.end : undefined
}

function isVietnamese({ form, plain }: NameToken): boolean {
  return form === 'capitalised' && VIETNAMESE_SYLLABLE.test(plain)
}
