import type { PatternRule } from '../rule.ts'
import { citation } from './legal.ts'

/** With each first digit of a number: "tion " ends too many words to be looked for. */
function before(words: readonly string[]): string[] {
  return words.flatMap((word) => [...'123456789'].map((digit) => word + digit))
}

const BRACKETS = '(?:\\([0-9A-Za-z]{1,4}\\))'
const TITLE = '(?:\\p{Lu}[\\pL-]+ (?:(?:and|of|the|to|for|in) ){0,2}){1,7}Act'
/** German statutes by what citations call them. */
const GERMAN =
  '(?:BGB|StGB|ZPO|StPO|HGB|GmbHG|AktG|InsO|KSchG|BetrVG|UWG|UrhG|BDSG|TTDSG|AO|EStG|UStG|VwGO|VwVfG|GG|DSGVO|SGB [IVX]{1,4})'

/** Sections of statutes without a year, rules of procedure, and cases before the European courts by their number alone. */
export const LEGAL_SECTION_RULES: readonly PatternRule[] = [
  citation({
    id: 'act-section',
    description: 'A section of an act that is cited without its year.',
    keywords: before(['section ', 'sec. ']),
    reach: [1, 100],
    pattern: `(?:[Ss]ection|[Ss]ec\\.) [0-9]{1,4}[A-Z]?${BRACKETS}* of the ${TITLE}`,
    isBounded: true,
    match: ['[[Section 230(c)(1) of the Communications Decency Act]]', 'under [[section 7 of the Clayton Act]]'],
    reject: ['section 3 of the manual', 'Section 12(b) of the act', 'section 4 of the Style Guide'],
  }),
  citation({
    id: 'act-with-section',
    description: 'The same, with the act first.',
    keywords: ['act, sec', 'act sec', 'act §', 'act, §', 'act 19', 'act 20', 'act of 19', 'act of 20'],
    reach: [80, 30],
    pattern: `${TITLE}(?: (?:of )?(?:19|20)[0-9]{2})?,? (?:[Ss]ec(?:tion|\\.)|ss?\\.?|§) ?[0-9]{1,4}[A-Z]?${BRACKETS}*`,
    match: [
      '[[Sarbanes-Oxley Act, Section 404]]',
      'the [[Clean Air Act § 112]]',
      'the [[Equality Act 2010, s 26(1)]] claim',
    ],
    reject: ['the act, section 3', 'Act secretly'],
  }),
  citation({
    id: 'rule-of-procedure',
    description:
      'A rule of procedure or of evidence of the courts of the United States, or of their Securities and Exchange Commission.',
    keywords: ['fed. r', 'fed.r', 'frcp', ...before(['rule '])],
    opens: ['Fed.', 'FRCP ', 'Rule '],
    reach: [1, 50],
    pattern:
      `(?:Fed\\. ?R\\. ?(?:Civ|Crim|Evid|App|Bankr)\\.(?: ?P\\.)? ?[0-9]{1,4}[a-z]?${BRACKETS}*|FRCP (?:Rule )?[0-9]{1,2}${BRACKETS}*` +
      `|Rule [0-9]{2,3}(?:[a-z]-[0-9]{1,2}${BRACKETS}*|\\([a-z]\\)\\([0-9]{1,2}\\)${BRACKETS}*))`,
    isBounded: true,
    match: [
      'dismissed under [[Fed. R. Civ. P. 12(b)(6)]]',
      '[[Fed. R. Evid. 403]], [[FRCP 26(a)(1)]]',
      'a memo on [[Rule 10b-5]], [[Rule 12(b)(6)]]',
    ],
    reject: [
      'Rule 10 of the style guide',
      'Rule 3(a) of chess',
      'Rule 1(a)(2) of ours',
      'the Fed. raised',
      'Rule 10b applies',
    ],
  }),
  citation({
    id: 'european-case',
    description: 'A case before the Court of Justice or the General Court of the European Union, by its number.',
    keywords: [
      'cjue',
      'cjce',
      'cjeu',
      'ecj',
      'aff. c-',
      'aff. t-',
      'affaire c-',
      'affaire t-',
      'case c-',
      'case t-',
      'cases c-',
    ],
    opens: ['CJ', 'ECJ', 'aff', 'Aff', 'case', 'Case'],
    reach: [1, 70],
    pattern:
      '(?:(?:CJUE|CJCE|CJEU|ECJ),? (?:[^;\\n0-9]{0,30}, )?(?:(?:aff\\.|affaire|[Cc]ase) )?|(?:[Aa]ff\\.|[Aa]ffaire|[Cc]ases?) )[CT][-‑–][0-9]{1,4}/[0-9]{2}(?: P)?',
    match: ['[[CJUE, aff. C-311/18]], Schrems II', 'in [[Case C-131/12]] the Court held', '[[CJUE C-453/99]]'],
    reject: ['order C-311/18 has been shipped', 'case C-3', 'CJUE, demain'],
  }),
  citation({
    id: 'german-section',
    description: 'A section of a German statute.',
    keywords: ['§'],
    beside: [{ after: ' 0-9\\x7f' }],
    reach: [1, 60],
    pattern: `§{1,2} ?[0-9]{1,4}[a-z]?(?:,? (?:Abs\\.|Absatz|S\\.|Satz|Nr\\.|ff?\\.) ?[0-9]{0,3}){0,4} ${GERMAN}`,
    isBounded: true,
    match: ['[[§ 433 BGB]] erklären', 'nach [[§ 823 Abs. 1 BGB]]', '[[§ 26 BDSG]]'],
    reject: ['§ 12 der Satzung', '§ 3.1 of the manual'],
  }),
]
