import type { Neighbours } from '../neighbours.ts'
import type { PatternRule } from '../rule.ts'

const SCORES = { plain: 0.85, context: 0.85 }

export interface Citation {
  readonly id: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly reach: readonly [number, number]
  readonly pattern: string
  readonly isBounded?: true
  readonly without?: PatternRule['without']
  readonly opens?: readonly string[]
  readonly beside?: readonly Neighbours[]
  readonly match: readonly string[]
  readonly reject: readonly string[]
}

export function citation({
  id,
  description,
  keywords,
  opens,
  beside,
  reach,
  pattern,
  isBounded,
  without,
  match,
  reject,
}: Citation): PatternRule {
  return {
    kind: 'pattern',
    id: `legal-${id}`,
    type: 'LEGAL_REFERENCE',
    tier: 2,
    description,
    keywords,
    ...(opens === undefined ? {} : { opens }),
    ...(beside === undefined ? {} : { beside }),
    reach,
    pattern,
    ...(isBounded === undefined ? {} : { isBounded }),
    ...(without === undefined ? {} : { without }),
    scores: SCORES,
    examples: { match, reject },
  }
}

const NUMBER = 'n[°ºo]s?\\.?'
const DATE = '[0-9]{1,2}(?:er)? \\pL{3,9}\\.? [0-9]{4}'
/** The French codes that prompts cite; "du code" alone is programming. */
const CODE =
  "(?:code|Code)(?: général)? (?:civil|pénal|électoral|rural|forestier|minier|monétaire et financier|(?:du |de la |de l['’]|des |de |d['’])(?:travail|commerce|consommation|procédure civile|procédure pénale|procédures civiles d['’]exécution|sécurité sociale|santé publique|action sociale et des familles|environnement|urbanisme|route|propriété intellectuelle|propriété des personnes publiques|impôts|assurances|construction et de l['’]habitation|éducation|défense|collectivités territoriales|justice administrative|entrée et du séjour des étrangers et du droit d['’]asile|patrimoine|transports|énergie|douanes|marchés publics|commande publique|relations entre le public et l['’]administration|sport|tourisme|mutualité|organisation judiciaire|déontologie|postes et des communications électroniques|recherche|service national|sécurité intérieure|voirie routière|fonction publique))"
/** The same as lawyers shorten them: "C. civ.", "CPC". */
const SHORT_CODE =
  '(?:C\\. ?(?:civ|trav|com|pén|pen|conso|consom|assur|urb|env|rur|patr|mut|éduc|route|santé publ|mon\\. fin|proc\\. civ|proc\\. pén|sport|transp)\\.|CPC|CPP|CGI|CJA|CESEDA|CGCT|LPF|CPCE)'
const TREATY =
  "(?:RGPD|GDPR|UK GDPR|DSGVO|DSA|DMA|AI Act|TFUE|TFEU|TUE|TEU|CEDH|ECHR|Constitution|(?:la )?Convention européenne des droits de l['’]homme|(?:the )?European Convention on Human Rights)"
const ARTICLE_NUMBER =
  '(?:[LRDA]\\.? ?\\*? ?)?[0-9]{1,4}(?:[-.][0-9]{1,4}){0,4}(?: (?:bis|ter|quater|[a-z]{3,6}ies))?(?: [A-Z]{1,3}(?: bis| ter)?)?(?: ?\\([0-9]{1,2}\\))?(?: ?\\([a-z]\\))?(?:,? (?:al\\.|alinéa|§|paragraphe|para\\.?|point) ?[0-9]{1,2})?(?:, ?[IVX]{1,4}(?:-[0-9]{1,2})?)?'
const ARTICLES = `(?:[Aa]rticles?|[Aa]rts?\\.) ${ARTICLE_NUMBER}(?:(?:, | à | et | ou | to | and | or )${ARTICLE_NUMBER}){0,6}`
const CHAMBER =
  '(?:,? ?(?:ass\\. plén\\.|ch\\. mixte|(?:[123](?:re|e|ère|ème) )?(?:civ|soc|com|crim|ch)\\.?(?: [0-9])?(?:[er]{1,2})?))?'

/** As citations abbreviate them; those of two letters are words in other texts too. */
const STATES = (
  'Ala. Ariz. Ark. Colo. Conn. Del. Fla. Idaho Ill. Ind. Iowa Kan. Mass. Mich. Minn. Miss. Mont. Neb. Nev. Okla. ' +
  'Tenn. Tex. Utah Wash. Wis. Wyo.'
).split(' ')

/** Stands between the parties of a case: where it does not, a case is told by its report alone. */
const VERSUS = ' v'
const AMERICAN_PARTIES =
  "(?:\\p{Lu}[\\pL.'’&-]*(?: (?:of|the|and|de|ex rel\\.|\\p{Lu}[\\pL.'’&-]*)){0,5} v\\.? \\p{Lu}[\\pL.'’&-]*(?: (?:of|the|and|\\p{Lu}[\\pL.'’&-]*)){0,5},? )?"
const AMERICAN_REPORT =
  "[0-9]{1,4} (?:U\\. ?S\\.|S\\. ?Ct\\.|L\\. ?Ed\\.(?: ?2d)?|F\\. ?(?:2d|3d|4th|App[’']x)|F\\. ?Supp\\.(?: ?[23]d)?|A\\. ?[23]d|P\\.? ?[23]d|So\\. ?[23]d|N\\. ?[EW]\\. ?[23]d|S\\. ?[EW]\\. ?[23]d|N\\. ?Y\\.(?: ?S\\.)?(?: ?[23]d)?|Cal\\. ?(?:App\\. ?)?(?:[2-5](?:d|th))?|Wn\\.2d|WL),? (?:at )?(?:p\\. )?[0-9]{1,8}(?:-[0-9]{1,5})?(?:, [0-9]{1,5}(?:-[0-9]{1,5})?)?(?: \\((?:[^()\\n]{0,30} )?[0-9]{4}\\))?"
const BRITISH_PARTIES =
  "(?:\\p{Lu}[\\pL'’&-]*(?: (?:of|the|and|\\p{Lu}[\\pL'’&-]*)){0,4} v\\.? \\p{Lu}[\\pL'’&-]*(?: (?:of|the|and|\\p{Lu}[\\pL'’&-]*)){0,4},? )?"
const BRITISH_REPORT =
  '\\[(?:19|20)[0-9]{2}\\] (?:(?:UKSC|UKHL|EWCA (?:Civ|Crim)|EWHC|UKPC|CSIH|CSOH|UKUT|UKFTT|UKEAT) [0-9]{1,5}(?: \\([A-Za-z]{2,8}\\))?|[1-4] ?(?:AC|QB|KB|WLR|All ER) [0-9]{1,4}|(?:AC|QB|KB) [0-9]{1,4})'

export const LEGAL_RULES: readonly PatternRule[] = [
  citation({
    id: 'article',
    description: 'An article of a French code, of a treaty or of the GDPR.',
    keywords: ['article', 'art.', 'arts.'],
    reach: [1, 160],
    pattern: `${ARTICLES}(?: et (?:suivants|s\\.))?,? (?:(?:du|de la|de l['’]|des|of the|of|de) )?(?:${CODE}|${TREATY}|${SHORT_CODE})`,
    match: [
      "Selon l'[[article L. 1234-1 du Code du travail]], le préavis",
      '[[articles R. 131-24 à R. 131-27 du code pénal]]',
      '[[Article 6(1)(f) GDPR]] is the legal basis; [[art. 28 du RGPD]]',
      "[[article 8 de la Convention européenne des droits de l'homme]]",
      "au visa de l'[[art. 1231-6 C. civ.]] et de l'[[article 700 du CPC]]",
      "l'[[article L. 442-1, II, du code de commerce]], l'[[article 39 decies A du CGI]]",
    ],
    reject: ["Lis l'article 3 du journal d'hier.", 'article 5 du code source', 'the article of the Constitution'],
  }),
  citation({
    id: 'code-article',
    description: 'The same, with the code or the treaty first.',
    keywords: ['art.', 'article'],
    reach: [90, 40],
    pattern: `(?:${CODE}|${TREATY}|${SHORT_CODE}),? (?:[Aa]rt\\.|[Aa]rticle) ${ARTICLE_NUMBER}`,
    match: ['[[Code civil, art. 1103]]', '[[CGI, art. 244 bis A]]', '[[GDPR Art. 33]], [[C. pén., art. 226-13]]'],
    reject: ['code source, art. 12', 'art. 12'],
  }),
  citation({
    id: 'article-numbered',
    description: 'An article of the legislative or regulatory part of a French code, as its letter shows.',
    keywords: ['article', 'art.', 'arts.'],
    reach: [1, 60],
    pattern: '(?:[Aa]rticles?|[Aa]rts?\\.) [LRD]\\.? ?\\*? ?[0-9]{1,4}-[0-9]{1,4}(?:-[0-9]{1,3})*',
    isBounded: true,
    match: ["l'[[article L. 1234-1]]", '[[art. R.4127-12]]'],
    reject: ['article L 12', 'art. 4127-12'],
  }),
  citation({
    id: 'french-text',
    description: 'A French law, decree, ordinance or order by its number or date.',
    keywords: ['loi ', 'decret', 'ordonnance', 'arrete', 'circulaire', 'deliberation', 'decision n'],
    reach: [1, 70],
    pattern: `(?:[Ll]oi(?: organique| constitutionnelle)?|[Dd]écret(?:-loi)?|[Oo]rdonnance|[Aa]rrêté|[Cc]irculaire|[Dd]élibération|[Dd]écision)(?:(?: de la| du)? \\p{Lu}\\pL+){0,2} (?:${NUMBER} ?[0-9]{2,4}-[0-9]{1,5}(?: (?:DC|QPC))?(?: du ${DATE})?|du ${DATE})`,
    isBounded: true,
    match: [
      'La [[loi n° 78-17 du 6 janvier 1978]] et le [[décret n° 2019-536 du 29 mai 2019]]',
      "l'[[arrêté du 3 mars 2021]], la [[délibération CNIL n° 2020-091]]",
    ],
    reject: ['la loi de 2019', 'décret du matin', 'arrêté du train 12'],
  }),
  citation({
    id: 'french-court',
    description: 'A decision of a French or European court.',
    keywords: [
      'cass',
      'cour de cassation',
      'conseil d',
      'ce,',
      'cons. const',
      'cour d',
      'ca ',
      'tgi',
      'tj ',
      'ta ',
      'caa ',
      'cjue',
      'cjce',
      'cedh',
    ],
    opens: ['Cass', 'Cour ', 'CE', 'Conseil', 'Cons.', 'CA', 'T', 'CJ'],
    reach: [1, 110],
    pattern: `(?:Cass\\.?${CHAMBER}|Cour de cassation${CHAMBER}|CE|Conseil d['’]État|Cons\\. const\\.|Conseil constitutionnel|Cour d['’]appel de \\p{Lu}\\pL+|CA(?: de)? \\p{Lu}\\pL+|CAA(?: de)? \\p{Lu}\\pL+|T[JA](?: de)? \\p{Lu}\\pL+|TGI(?: de)? \\p{Lu}\\pL+|CJUE|CJCE|CEDH),? (?:[^;\\n]{0,30}, )?(?:(?:le )?${DATE},? )(?:[^;\\n0-9]{0,25},? )?(?:${NUMBER} ?[0-9][0-9./ -]{3,12}[0-9](?:-[A-Z]+)?|(?:aff\\. )?C-[0-9]{1,4}/[0-9]{2}|RG ?${NUMBER}? ?[0-9]{2}/[0-9]{4,5}|aff\\. [0-9/]{4,12})`,
    isBounded: true,
    match: [
      '[[Cass. soc., 12 janv. 2022, n° 20-15.123]] rejette',
      '[[CE, 10 juillet 2020, n° 428409]]',
      '[[CJUE, 6 oct. 2015, C-362/14]]',
      '[[CA Paris, 5 mars 2019, n° 17/01234]]',
    ],
    reject: ["n° 20-15.123 dans la file d'attente", 'CE, demain', 'CA Paris, 5 mars 2019'],
  }),
  citation({
    id: 'case-number',
    description: 'The number of a case before a French court.',
    keywords: ['rg', 'pourvoi'],
    beside: [{ first: 'RPp' }],
    reach: [8, 24],
    pattern: `(?:(?:${NUMBER} ?)?RG ?(?:${NUMBER} ?:? ?)?[0-9]{2}/[0-9]{4,5}|[Pp]ourvoi ${NUMBER} ?[A-Z]? ?[0-9]{2}-[0-9]{2}[. ]?[0-9]{3})`,
    isBounded: true,
    match: ['[[RG n° 20/01234]]', '[[n° RG 19/04512]], [[pourvoi n° 20-15.123]]'],
    reject: ['RG 12/3', 'ORG 20/01234', 'pourvoi du 3 mars'],
  }),
  citation({
    id: 'ecli',
    description: 'A European Case Law Identifier (ECLI, 2011/C 127/01).',
    keywords: ['ecli:'],
    reach: [0, 50],
    pattern: 'ECLI:[A-Z]{2}:[A-Z0-9.]{1,7}:[0-9]{4}:[A-Z0-9.]{0,24}[A-Z0-9]',
    isBounded: true,
    match: ['[[ECLI:FR:CCASS:2022:SO00012]].', '[[ECLI:EU:C:2015:650]]'],
    reject: ['ECLI:FR', 'ecli:fr:x'],
  }),
  citation({
    id: 'european-text',
    description: 'A regulation, directive or decision of the European Union.',
    keywords: ['reglement', 'regulation', 'directive', 'decision ('],
    reach: [1, 40],
    pattern:
      "(?:[Rr]èglement|[Rr]egulation|[Dd]irective|[Dd]écision|[Dd]ecision) (?:(?:délégué |d[’']exécution )?\\((?:UE|EU|CE|EC|CEE|EEC|Euratom)(?:, (?:UE|EU|Euratom))?\\) ?(?:n[°o] ?|No\\.? ?)?[0-9]{1,4}/[0-9]{1,4}|(?:n[°o] ?|No\\.? ?)?[0-9]{2,4}/[0-9]{1,4}/(?:UE|EU|CE|EC|CEE|EEC|JAI|JHA|Euratom))",
    isBounded: true,
    match: [
      '[[Directive 2014/65/EU]] (MiFID II)',
      'le [[règlement (UE) 2016/679]]',
      '[[Regulation (EU) No 910/2014]], [[directive 95/46/CE]]',
    ],
    reject: ['directive 12/2020', 'regulation 5/6', 'une directive du 3/4/2020'],
  }),
  citation({
    id: 'american-case',
    description: 'A decision in an American reporter.',
    keywords: [
      'u.s.',
      'u. s.',
      's.ct',
      's. ct',
      'l.ed',
      'l. ed',
      'f.2d',
      'f. 2d',
      'f.3d',
      'f. 3d',
      'f.4th',
      'f. 4th',
      'f.supp',
      'f. supp',
      'a.2d',
      'a. 2d',
      'a.3d',
      'p.2d',
      'p.3d',
      'p2d',
      'so.2d',
      'so. 2d',
      'so.3d',
      'n.e.2d',
      'n.e.3d',
      'n.w.2d',
      's.e.2d',
      's.w.2d',
      's.w.3d',
      'n.y.s',
      'n. y.',
      'n.y.2d',
      'n.y.3d',
      'cal.app',
      'cal. app',
      'cal.2d',
      'cal.3d',
      'cal.4th',
      'wn.2d',
      ' wl ',
    ],
    reach: [100, 60],
    pattern: AMERICAN_PARTIES + AMERICAN_REPORT,
    without: { mark: VERSUS, pattern: AMERICAN_REPORT },
    match: [
      '[[Lissner v. Test, 1 U.S. 1 (1982)]]',
      '[[164 A.3d 1189 (Pa. 2017)]], [[310 F.2d 139 (1962)]]',
      '[[Roe v. Wade, 410 U.S. 113 (1973)]]',
      'at [[1 U. S., at 2]]',
    ],
    reject: ['version 410 U.S. keyboard layout', 'lorem 111 S.W. 12th St.', '50 U.S. states', '1 U.S. f24601'],
  }),
  citation({
    id: 'american-state-case',
    description: 'A decision in the reporter of an American state, or an article in a law review.',
    keywords: [...STATES.map((state) => state.toLowerCase()), 'l. rev.', 'l.j.'],
    opens: [...STATES, 'L. '],
    reach: [40, 40],
    pattern: `[0-9]{1,4} (?:(?:${STATES.map((state) => state.replaceAll('.', '\\.')).join('|')})(?: ?App\\.)?(?: ?[23]d)?|(?:\\p{Lu}[\\pL.]{0,10} ){1,3}(?:L\\. Rev\\.|L\\.J\\.)) [0-9]{1,5}(?:, [0-9]{1,5}(?:-[0-9]{1,5})?)?(?: \\((?:[^()\\n]{0,20} )?[0-9]{4}\\))?`,
    isBounded: true,
    match: ['Killebrew, [[179 Tenn. 339]]', '[[1 Minn. L. Rev. 1 (2007)]]'],
    reject: ['Springfield, Mass. 01101', '12 Mass.', 'Tenn. 339'],
  }),
  citation({
    id: 'american-statute',
    description:
      'A section of the United States Code, of the Code of Federal Regulations or of the statutes of a state; a public law.',
    keywords: ['u.s.c', 'usc', 'u. s. c', 'c.f.r', 'cfr', 'pub. l', 'pub.l', '§'],
    reach: [60, 40],
    pattern:
      '(?:[0-9]{1,2} (?:U\\. ?S\\. ?C\\.|USC|C\\. ?F\\. ?R\\.|CFR)(?: Ann\\.)? ?(?:§{1,2} ?|[Ss]ec(?:tion|\\.) |[Pp]art )?[0-9][0-9A-Za-z.-]*(?:\\([0-9A-Za-z]{1,4}\\))*|Pub\\. ?L\\.(?: No\\.)? [0-9]{2,3}-[0-9]{1,4}|(?:(?:(?:[A-Z]\\.){2,3}|[A-Z][a-z]+\\.?|&) ){1,6}(?:Code|Stat\\.|Laws?)(?: Ann\\.)?(?: ch\\. [0-9]+,)? §{1,2} ?[0-9][0-9A-Za-z.-]*(?:\\([0-9A-Za-z]{1,4}\\))*)',
    match: [
      '[[17 C.F.R. § 240.10b-5]] prohibits it',
      '[[42 U.S.C. § 1983]]',
      '[[Pub. L. 107-56]]',
      '[[Ohio Rev. Code Ann. § 5739.02(B)(7)]], [[N.Y. Lab. Law § 198]], [[Cal. Bus. & Prof. Code § 17500]]',
    ],
    reject: ['see § 3.1', '12 CFR', 'USC Trojans 12'],
  }),
  citation({
    id: 'docket',
    description: 'The number of a case before an American court.',
    keywords: ['case no', 'docket no', 'civil action no', 'no. '],
    reach: [20, 36],
    pattern:
      '(?:(?:Case|Docket|Civil Action|Civ\\. A\\.|Crim\\.) No\\.? ?|No\\. )[0-9]{1,2}:[0-9]{2}-[a-z]{2}-[0-9]{3,6}(?:-[A-Z]{2,4})*',
    isBounded: true,
    match: ['filed as [[Case No. 1:21-cv-01234]] (S.D.N.Y.)'],
    reject: ['Case No. 12', 'no. 1:21'],
  }),
  citation({
    id: 'british-case',
    description: 'A neutral citation of a court of the United Kingdom, or a British law report.',
    keywords: ['uksc', 'ukhl', 'ewca', 'ewhc', 'ukpc', 'csih', 'ukut', 'ukftt', ' ac ', ' qb ', 'wlr', 'all er'],
    reach: [70, 26],
    pattern: BRITISH_PARTIES + BRITISH_REPORT,
    without: { mark: VERSUS, pattern: BRITISH_REPORT },
    match: ['[[R v Smith [2020] UKSC 5]]', '[[[2019] EWCA Civ 1234]]', '[[[1932] AC 562]]'],
    reject: ['[2020] AC unit 5', '2020 UKSC', '[20] QB 3'],
  }),
  citation({
    id: 'british-act',
    description:
      'An act of the parliament of the United Kingdom or another country by its short title, with or without a section.',
    keywords: ['act 19', 'act 20', 'act of 19', 'act of 20'],
    reach: [80, 6],
    pattern:
      '(?:[Ss](?:ection|\\.) ?[0-9]{1,3}[A-Z]?(?:\\([0-9a-z]{1,3}\\))* of the )?(?:\\p{Lu}[\\pL-]+ (?:(?:and|of|the|to|etc\\.?|\\((?:[A-Z]\\pL+ ?)+\\)) )*){1,7}Act (?:of )?(?:19|20)[0-9]{2}',
    match: ['the [[Data Protection Act 2018]]', '[[section 8 of the Human Rights Act 1998]]'],
    reject: ['Section 8 of the stadium', 'act 2 of the play', 'in the final act 1999 times'],
  }),
]
