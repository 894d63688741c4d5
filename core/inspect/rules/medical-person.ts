import { plainWord } from '../characters.ts'
import { isListedCommonWord, isListedGivenName } from '../names/lexicon.ts'

/** How far before and behind a term a person may be spoken of, within one sentence. */
const BEFORE = 160
const AFTER = 100

const word = (alternatives: string) => new RegExp(`(?:^|[^\\p{L}])(?:${alternatives})(?:$|[^\\p{L}])`, 'iu')

/**
 * Words of one person: a disease alone is a topic, "my", "the patient" or a dose make it somebody's. Plurals ("patients with asthma")
 * speak of nobody.
 */
/** What people do, which tells of one of them only with what follows. */
const ROLES =
  'driver|developer|engineer|manager|teacher|nurse|accountant|assistant|secretary|cook|chef|technician|pilot|trainee|apprentice|supplier|landlord|prisoner|inmate|soldier|witness|chauffeur|conducteur|conductrice|développeu(?:r|se)|ingénieure?|professeure?|enseignante?|infirmi(?:er|ère)|comptable|secrétaire|cuisini(?:er|ère)|ouvri(?:er|ère)|technicien(?:ne)?|pilote|apprentie?|détenue?|soldat|témoin|propriétaire|directeur|directrice|vendeu(?:r|se)|caissi(?:er|ère)'

const PERSON = word(
  [
    '(?:le|la|ce|cette|notre|votre|un|une|the|this|our|a|your) (?:patiente?|pt)(?! (?:information|leaflet|care|data|portal|safety|education|record|journey))',
    '(?:patiente?|résidente?|resident) (?:\\p{Lu}|n°|id|de \\d|âgée?|aged|chambre|room|on|sous)',
    'patiente? (?:\\p{L}+ ){1,3}(?:has|had|a|présente)',
    'his|her',
    "j['’](?:ai|avais)|je (?:fais|prends|souffre|sors)|m['’]a|m['’]ont|on m['’]",
    "i (?:have|had|got|take|took|suffer|started|stopped|tested|underwent|live with|also have)|i['’]ve (?:been|had|got|just|started|stopped)",
    "(?:i am|i['’]m|i was|je suis|j['’]étais) (?:\\p{L}+ )?(?:on|off|taking|allergic|being|scheduled|given|told|put on|waiting for|recovering|allergique|sous|en attente)",
    "(?:he|she) (?:has|had|is|was|takes|took|got|suffers|needs|tested|underwent|also|lives with|started|stopped)|(?:he|she)['’]s",
    '(?:il|elle) (?:a|est|était|suit|prend|souffre|fait|présente|avait|vit avec|sort)',
    'has been|was diagnosed|been diagnosed|diagnosed with|diagnostiqu(?:ée?|er)|suffers? from|suffering from|recovering from|tested positive',
    "souffr(?:e|ant|ait) d(?:e|u|['’])|atteinte?s? d(?:e|u|['’])|traitée? (?:par|pour|avec)|treated (?:for|with)",
    'hospitali[sz](?:ed|ée?)|(?:on|sick) leave (?:for|with|due|because|since)|(?:is|was|been|went) on (?:sick|medical) leave|en arrêt|arrêt maladie|arrêtée? pour|suivie? (?:pour|en|depuis)|(?:a|avait) fait un',
    'opérée?|admitted (?:for|with)|discharged|history of|antécédents?|prescribed|prescrit|sous|déclaré',
    'monsieur|madame|née? le|[0-9]+ ans|(?<!(?:to|for|like) an? )[0-9]+[- ]years?[- ]old|[0-9]+ ?y\\.?o\\.?|dob|ddn',
    'ex|partner|co-?founder|kid|mom|mum|dad|stepdad|stepmom|grandma|grandpa|toddler|teenager|nanny|uncle|aunt|cousin|niece|nephew|friend|therapist|baby|my son|(?:our|her|his|their) (?:son|kids?)|mother|father|daughter|brother|sister|wife|husband|girlfriend|boyfriend|colleague|coworker|roommate|neighbou?r|grandmother|grandfather|boss',
    'papa|maman|mamie|papi|ado|nounou|oncle|tante|cousine?|neveu|nièce|amie?|bébé|compagne|compagnon|mère|père|fille|fils|frère|sœur|soeur|femme|mari|épouse|conjointe?|collègue|voisine?|grand-mère|grand-père',
    "(?:the|this|our|an|le|la|l['’]|notre|cette?) ?(?:employee|tenant|client|customer|applicant|resident|student|pupil|defendant|claimant|insured|intern|candidate|salariée?|employée?|assurée?|locataire|cliente?|élève|stagiaire|candidate?|bénéficiaire|demandeu(?:r|se)|prévenue?|victime|plaignante?|agente?)",
    `(?:the|our|my|a|le|la|notre|mon|ma|un|une) (?:\\p{L}+ )?(?:${ROLES}) (?:has|had|is|was|suffers|with|a|avait|est|était|souffre)|l['’](?:${ROLES}) (?:a|avait|est|était|souffre)`,
    '(?:employee|tenant|client|claimant|resident|matricule|dossier|case|patient)(?: file| record| notes| id)? ?(?:#|n°|no\\.? )?[0-9:]',
    'pt (?:w/|with)|c/o|hx|pmh|rx|dx|s/p',
  ].join('|'),
)

/** The same where capitals matter: titles, "54M". */
const TITLED =
  /(?:^|[^\p{L}])(?:(?:M|Mr|Mrs|Ms|Dr)\.? \p{Lu}\p{Ll}|(?:Mme|Mlle) \p{Lu}|[1-9][0-9] ?[MF](?![\p{L}\p{N}]))/u

/** Directly before the term, but for a word or two: "my severe asthma", "je suis diabétique", "I'm an alcoholic". */
const OWNED =
  /(?:^|[^\p{L}])(?:(?:my|mon|ma|mes|son|sa|ses) (?:\p{L}+ )?|(?:i am|i['’]m|i was|je suis|j['’]étais|i feel) (?:(?:a|an|very|not|so|still|also|now|already|[0-9]{1,2} (?:weeks|months)|aussi|très|un|une|\p{L}+ly) ){0,2})$/iu

/** Of many, or of none: studies speak of diseases too, and so do those who ask for an essay on one. */
const STUDY = word(
  'patients|carriers|subjects|mice|rats|cells?|cohorts?|trials?|in vitro|in vivo|monocytes|lymphocytes|incidence|prevalence|souris|études?|essay|thesis|thèse|blog|slides?|deck|quiz|leaflet|questions? (?:about|on|sur)|difference between|différence entre|essai clinique|article|handbook|schema|awareness|researchers?|chercheurs|poem|poème|novel|roman|story|charity|charities|statistics|statistiques|dissertation|exposé|people with|personnes atteintes',
)

/** Fields of a medical record, before the term in its line. */
const FIELD =
  /(?:^|[^\p{L}])(?:diagnos(?:is|es|tics?|e)|dx|pmh|hx|past medical history|medical history|antécédents?(?: médicaux)?|atcd|allerg(?:ies|y|ie|ique)|traitements?(?: en cours)?|treatment|medications?|(?:current )?meds|prescription|ordonnance|motifs?(?: d['’]hospitalisation| de consultation)?|comorbidit(?:ies|y|és?)|pathologies?|assessment|impression|medical conditions?|condition|health issues?|indication|(?:reason|motif)(?: for| of| d['’]| de l['’]| de)?[_ ]?(?:absence|leave|arr[êe]t)|(?:absence|leave)[_ ]reason)["'”*]{0,2}\s{0,2}[:=][^\n]{0,90}$/iu

const DOSE =
  /^[^\n.;]{0,4}?[0-9](?:[.,][0-9]+)? ?(?:mg|µg|mcg|g|ml|ui|iu|cp|comprimés?|tablets?|gélules?)(?:$|[^\p{L}])/iu

/** Two capitalised words, or one before "'s": a person, where the first is a given name. */
const NAMED =
  /(?:^|[^\p{L}])(\p{Lu}\p{Ll}{2,14})(?:-\p{Lu}\p{Ll}+)?(?=(?:['’]s | [\p{Lu}(]| (?:is|has|was|had|a|est|fait|prend|suit|souffre|told|m['’]a)(?: |$)))/gu

/** Whether the words around the term at `start` to `end` make it one person's. */
export function isOfPerson(text: string, start: number, end: number): boolean {
  if (DOSE.test(text.slice(end, end + 16))) return true
  const before = text.slice(Math.max(0, start - BEFORE), start)
  const after = text.slice(end, end + AFTER)
  const sentence = `${before.slice(sentenceStart(before))} _ ${after.slice(0, sentenceEnd(after))}`
  if (STUDY.test(sentence)) return false
  if (OWNED.test(before)) return true
  if (PERSON.test(sentence) || TITLED.test(sentence) || FIELD.test(before.slice(before.lastIndexOf('\n') + 1)))
    return true
  for (const match of sentence.matchAll(NAMED)) if (isGivenOnly(plainWord(match[1] ?? ''))) return true
  return false
}

function isGivenOnly(plain: string): boolean {
  return isListedGivenName(plain) && !isListedCommonWord(plain)
}

/** Across the end of a sentence somebody else may be spoken of; "M. " and "Dr. " end none. */
function sentenceStart(before: string): number {
  let start = before.lastIndexOf('\n') + 1
  for (const { index } of before.matchAll(/(?<!(?:^|[^\p{L}])(?:M|Mr|Mrs|Ms|Dr|Pr|Prof|c|p|n))[.!?] /gu))
    start = Math.max(start, index + 1)
  return start
}

function sentenceEnd(after: string): number {
  const end = /[.!?](?:\s|$)|\n/.exec(after)?.index
  return end ?? after.length
}
