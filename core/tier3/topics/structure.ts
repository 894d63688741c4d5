import type { Span } from '../../inspect/rule.ts'
import type { TopicType } from '../types.ts'

/** What the shape of a text says about a topic, whatever its words mean. */
export interface Evidence extends Span {
  readonly topic: TopicType
  readonly weight: number
}

/** Lines looked at; a longer text has shown what it is by then. */
const LINES_MAX = 3000
const LINE_MAX = 400

interface Line extends Span {
  readonly text: string
}

export function findStructure(text: string): Evidence[] {
  const lines: Line[] = []
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    if (lines.length === LINES_MAX) break
    lines.push({ text: line.slice(0, LINE_MAX), start: index, end: index + Math.min(line.length, LINE_MAX) })
  }
  return [...code(text, lines), ...records(lines), ...secrets(text), ...concrete(text)]
}

/** Statements, declarations, tags and queries as the common languages write them; each line says little, several say enough. */
const CODE_LINE =
  /^\s*(?:(?:export |default |public |private |protected |static |async |final |abstract |pub |unsafe )*(?:function\b.*\(|class \w+|interface \w+|def \w+\(|fn \w+|func \w*|enum \w+|struct \w+|impl\b|trait \w+|namespace \w)|(?:const|let|var|val|auto) [\w{[,\s:]+=|import [\w{*"'(]|from \w[\w.]* import |#include\s*[<"]|#define |using [\w.]+;|package [\w.]+;?$|return\b.*[;)\]}]?$|(?:if|for|while|switch|elif|else if|catch|except|foreach)\s*\(?.*[:{)]$|try\s*[:{]|}\s*(?:else|catch|finally)|@\w+(?:\(.*\))?$|SELECT\b.+\bFROM\b|INSERT INTO \w|UPDATE \w+ SET |CREATE (?:TABLE|INDEX|OR REPLACE|VIEW|FUNCTION)\b|ALTER TABLE |DELETE FROM \w|(?:SELECT|FROM|WHERE|GROUP BY|ORDER BY|HAVING|VALUES|LIMIT)\b(?! [a-z]+ [a-z]+ [a-z]+ )|with \w.*:$|(?:INNER|LEFT|RIGHT)? ?JOIN \w|<\/?[a-z][\w-]*(?: [\w:@-]+=.*)?\/?>|<\?php|\$\w+\s*=|[\w.]+\(.*\);?$|[\w.[\]"']+\s*(?:=|\+=|:=|=>)\s*\S.*;?$|[})\]]+[;,]?$|#!\/|FROM \w[\w./-]*(?::\S+)?$|RUN \w|echo\b.*\$)/
const CODE_END = /[;{}]\s*$|=>\s*\{?$|\)\s*:\s*$|->\s*\w.*[:{]$/
/** The lines of source code that make a finding; a shell command or one expression is none. */
const CODE_LINES_MIN = 3
/** Whoever puts lines into a fence says that they are code. */
const FENCED_LINES_MIN = 2

function code(text: string, lines: readonly Line[]): Evidence[] {
  const marked = lines.map(
    ({ text: line }) =>
      (CODE_LINE.test(line) || CODE_END.test(line)) &&
      /[(){}[\];=<>:#]|\b(?:SELECT|FROM|JOIN|WHERE|GROUP BY|ORDER BY|RUN|import|def|class)\b/.test(line) &&
      !isSentence(line),
  )
  let best: { from: number; to: number; count: number } | undefined
  let run: { from: number; to: number; count: number } | undefined
  for (const [index, isCode] of marked.entries()) {
    if (isCode)
      run = run === undefined ? { from: index, to: index, count: 1 } : { ...run, to: index, count: run.count + 1 }
    else if (run !== undefined && index - run.to > 3) run = undefined
    if (run !== undefined && (best === undefined || run.count > best.count)) best = run
  }
  const isFenced = /^[ \t]{0,3}```/m.test(text)
  if (best === undefined || best.count < (isFenced ? FENCED_LINES_MIN : CODE_LINES_MIN)) return []
  const first = lines[best.from]
  const last = lines[Math.min(best.to, best.from + 40)]
  if (first === undefined || last === undefined) return []
  return [
    {
      topic: 'TOPIC_SOURCE_CODE',
      weight: Math.min(14, 2 * best.count) + (isFenced ? 1.5 : 0),
      start: first.start,
      end: last.end,
    },
  ]
}

/** Prose may end in a colon or stand in parentheses: many small words in a row tell it. */
function isSentence(line: string): boolean {
  return (
    /(?:^|\s)(?:\p{L}+['’]?\s+){6,}/u.test(line) &&
    !/[;{}]|=>|==/.test(line) &&
    !/^\s*(?:SELECT|INSERT|UPDATE)\b/.test(line)
  )
}

const SEPARATORS = [';', '\t', '|', ','] as const
const RECORDS_MIN = 3
/** Columns that tables of people have. */
const PERSON_COLUMN =
  /^["'\s]*(?:e-?mail|courriel|mail|phone|tel|t[ée]l[ée]phone|mobile|name|full.?name|first.?name|last.?name|nom|pr[ée]nom|address|adresse|city|ville|zip|postal.?code|code.?postal|birth.?date|dob|date.?of.?birth|date.?de.?naissance|customer.*|client.*|account.*|compte|iban|card.*|num[ée]ro.*|id.?client|company|soci[ée]t[ée]|order.*|commande.*|total.*|montant.*|abonnement|subscription)["'\s]*$/i
const PERSON_VALUE =
  /[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,}|(?:\+|\b00|\b0)\d(?:[ .-]?\d){8,13}|\b\d{2}\/\d{2}\/(?:19|20)\d{2}\b/i
const RECORD_KEY =
  /["'](?:e-?mail|phone|telephone|first_?name|last_?name|firstname|lastname|nom|prenom|customer_?id|client_?id|address|adresse)["']\s*:/gi

/** A table, or a list, of people: lines with as many fields each, under columns of people or with their addresses and numbers. */
function records(lines: readonly Line[]): Evidence[] {
  const found: Evidence[] = []
  for (const separator of SEPARATORS) {
    for (let from = 0; from < lines.length; ) {
      const fields = countFields(lines[from], separator)
      let to = from + 1
      while (
        fields >= 3 &&
        to < lines.length &&
        Math.abs(countFields(lines[to], separator) - fields) <= (separator === ',' ? 0 : 1)
      )
        to++
      if (fields >= 3 && to - from >= RECORDS_MIN) {
        const table = lines.slice(from, to)
        const columns = (table[0]?.text.split(separator) ?? []).filter((column) => PERSON_COLUMN.test(column)).length
        const people = table.filter(({ text }) => PERSON_VALUE.test(text)).length
        const weight = (columns >= 2 ? 2 + columns : 0) + (people >= 2 ? Math.min(6, 1.5 + people) : 0)
        if (weight > 0) found.push(span('TOPIC_CUSTOMER_DATA', weight, table))
      }
      from = to
    }
    if (found.length > 0) return found
  }
  const named = lines.filter(({ text }) => PERSON_VALUE.test(text))
  if (named.length >= 3) return [span('TOPIC_CUSTOMER_DATA', Math.min(5, named.length), named)]
  const keyed = lines.filter(({ text }) => text.match(RECORD_KEY) !== null)
  const keys = keyed.reduce((sum, { text }) => sum + (text.match(RECORD_KEY)?.length ?? 0), 0)
  return keys >= 4 && keyed.some(({ text }) => PERSON_VALUE.test(text)) ? [span('TOPIC_CUSTOMER_DATA', 5, keyed)] : []
}

function span(topic: TopicType, weight: number, lines: readonly Line[]): Evidence {
  return { topic, weight, start: lines[0]?.start ?? 0, end: lines[Math.min(lines.length - 1, 9)]?.end ?? 0 }
}

function countFields(line: Line | undefined, separator: string): number {
  return line === undefined ? 0 : line.text.split(separator).length
}

// Here and below every repetition is bounded: these patterns go back, and a text may be a single word.
const SECRET_SHAPES: readonly (readonly [pattern: RegExp, weight: number])[] = [
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/, 8],
  [
    /\b[A-Z][A-Z0-9_]{0,40}?(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY)[A-Z0-9_]{0,40}\s{0,4}[=:]\s{0,4}["']?[^\s"'<${]{6,}/,
    5,
  ],
  [
    /\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqp|ftp|ssh|https?):\/\/[^\s:/@]{1,64}:[^\s:/@${<]{3,64}@[\w.-]+/,
    6,
  ],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bgh[pousr]_\w{30}|\bsk-[\w-]{20}|\bxox[abp]-[\w-]{10}|\bglpat-[\w-]{18}/, 5],
  [
    /\b(?:password|passwd|pwd|mot de passe|mdp|passphrase|pass)\s{0,4}(?:is|est|:|=)\s{0,4}["'`«]?\s?(?=[^\s"'`]{0,64}[\d!@#$%^&*?+_-])[^\s"'`]{5,64}/i,
    4,
  ],
  [
    /\b(?:password|passphrase|pin|mot de passe|mdp|code d['’]acc[èe]s|cl[ée] api|api key|token|jeton)\b[^.\n:=]{0,60} (?:is|est) (?=[^\s"'`]{0,40}[\d!@#$%^&*?+_])[^\s"'`]{5,64}/i,
    4,
  ],
  [
    /\b(?:login|user(?:name)?|identifiant|utilisateur)\s{0,4}[:=]\s{0,4}\S{1,64}[\s,;/|]{1,4}(?:(?:and|et)\s{1,4})?(?:password|pass|pwd|mot de passe|mdp)\s{0,4}[:=]\s{0,4}\S{1,64}/i,
    5,
  ],
]

function secrets(text: string): Evidence[] {
  return SECRET_SHAPES.flatMap(([pattern, weight]) => {
    const match = pattern.exec(text)
    return match === null
      ? []
      : [{ topic: 'TOPIC_CREDENTIALS' as const, weight, start: match.index, end: match.index + match[0].length }]
  })
}

/** What makes a text about a matter one about somebody's: persons, amounts, dates, parties. */
const CONCRETE: readonly (readonly [topic: TopicType, pattern: RegExp, weight: number])[] = [
  [
    'TOPIC_HR',
    /\b(?:M\.|Mr\.?|Mrs\.?|Ms\.?|Mme|Mlle) ?\p{Lu}|\b(?:s?he|his|her|il|elle) (?:has|is|was|did|a|est|ne|n['’])\b|\b(?:he|she|elle|il) /u,
    1,
  ],
  ['TOPIC_HR', /\b\d{2,3}(?:[ .,]\d{3})? ?(?:k€|k\$|€|euros?|EUR|USD|k)\b|[$£€] ?\d{2,3}[,.]?\d{0,3}k?/iu, 1],
  [
    'TOPIC_HEALTH',
    /\b\d{1,3}[ -]?(?:ans|years?[ -]old|yo|y\/o)\b|\b(?:my|our|his|her|mon|ma|son|sa|notre) (?:\p{L}{1,20} )?(?:wife|husband|son|daughter|mother|father|child|employee|colleague|patient|femme|mari|fils|fille|m[èe]re|p[èe]re|enfant|salari[ée]e?|coll[èe]gue)/iu,
    1.5,
  ],
  [
    'TOPIC_HEALTH',
    /\b(?:M\.|Mr\.?|Mrs\.?|Ms\.?|Mme|Mlle|Dr\.?) ?\p{Lu}|\b\d{1,6}(?:[.,]\d{1,4})? ?(?:mg|ml|mmol|g\/l|µg|mmHg|UI)\b/u,
    1,
  ],
  [
    'TOPIC_LEGAL',
    /\b(?:[Aa]rticle|[Ss]ection|[Cc]lause) \d|\b(?:v\.|vs\.?|c\/|contre) (?:la |le )?\p{Lu}|\b(?:Provider|Supplier|Licensee|Licensor|Lessee|Employer|Contractor|Prestataire|Bailleur|Preneur|Cédant|Cessionnaire)\b/u,
    1.5,
  ],
  [
    'TOPIC_FINANCIAL_RESULTS',
    /(?:[€$£] ?\d[\d.,]{0,20}|\b\d[\d .,]{0,20}) ?(?:k|m|bn|million|milliard|billion|mln|md)?s? ?(?:€|\$|£|euros?|EUR|USD|dollars?)(?![\p{L}])|[€$£] ?\d[\d.,]{0,20} ?(?:k|m|bn|million|billion)\b|\b\d[\d.,]{0,20} ?M€/iu,
    2,
  ],
  ['TOPIC_FINANCIAL_RESULTS', /\b\d{1,4}(?:[.,]\d{1,3})? ?%/u, 1],
  ['TOPIC_CUSTOMER_DATA', PERSON_VALUE, 1.5],
]

function concrete(text: string): Evidence[] {
  return CONCRETE.flatMap(([topic, pattern, weight]) => {
    const match = pattern.exec(text)
    return match === null ? [] : [{ topic, weight, start: match.index, end: match.index + match[0].length }]
  })
}
