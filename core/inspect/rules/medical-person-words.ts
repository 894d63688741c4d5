import { OpenedPattern } from '../opened-pattern.ts'

const WORD_END = '(?=$|[^\\p{L}])'

/** What people do, which tells of one of them only with what follows. */
const ROLES =
  'driver|developer|engineer|manager|teacher|nurse|accountant|assistant|secretary|cook|chef|technician|pilot|trainee|apprentice|supplier|landlord|prisoner|inmate|soldier|witness|chauffeur|conducteur|conductrice|développeu(?:r|se)|ingénieure?|professeure?|enseignante?|infirmi(?:er|ère)|comptable|secrétaire|cuisini(?:er|ère)|ouvri(?:er|ère)|technicien(?:ne)?|pilote|apprentie?|détenue?|soldat|témoin|propriétaire|directeur|directrice|vendeu(?:r|se)|caissi(?:er|ère)'

/**
 * Words of one person: a disease alone is a topic, "my", "the patient" or a dose make it somebody's. Plurals ("patients with asthma")
 * speak of nobody.
 */
export const PERSON = new OpenedPattern(
  [
    '(?:le|la|ce|cette|notre|votre|un|une|the|this|our|a|your) (?:patiente?|pt)(?! (?:information|leaflet|care|data|portal|safety|education|record|journey))',
    '(?:patiente?|résidente?|resident) (?:\\p{Lu}|n°|id|de \\d|âgée?|aged|chambre|room|on|sous)',
    'patiente? (?:\\p{L}+ ){1,3}?(?:has|had|a|présente)',
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
  WORD_END,
  'iu',
)

/** The same where capitals matter: titles, "54M". */
export const TITLED = new OpenedPattern(
  '(?:M|Mr|Mrs|Ms|Dr)\\.? \\p{Lu}\\p{Ll}|(?:Mme|Mlle) \\p{Lu}|[1-9][0-9] ?[MF](?![\\p{L}\\p{N}])',
  '',
  'u',
)

/** Directly before the term, but for a word or two: "my severe asthma", "je suis diabétique", "I'm an alcoholic". */
export const OWNED =
  /^(?:(?:my|mon|ma|mes|son|sa|ses) (?:\p{L}+ )?|(?:i am|i['’]m|i was|je suis|j['’]étais|i feel) (?:(?:a|an|very|not|so|still|also|now|already|[0-9]{1,2} (?:weeks|months)|aussi|très|un|une|\p{L}+ly) ){0,2})$/iu

/** What OWNED begins with. */
export const OWNER = new OpenedPattern(
  "(?:my|mon|ma|mes|son|sa|ses|i am|i['’]m|i was|je suis|j['’]étais|i feel) ",
  '',
  'iu',
)

/** Of many, or of none: studies speak of diseases too, and so do those who ask for an essay on one. */
export const STUDY = new OpenedPattern(
  'patients|carriers|subjects|mice|rats|cells?|cohorts?|trials?|in vitro|in vivo|monocytes|lymphocytes|incidence|prevalence|souris|études?|essay|thesis|thèse|blog|slides?|deck|quiz|leaflet|questions? (?:about|on|sur)|difference between|différence entre|essai clinique|article|handbook|schema|awareness|researchers?|chercheurs|poem|poème|novel|roman|story|charity|charities|statistics|statistiques|dissertation|exposé|people with|personnes atteintes',
  WORD_END,
  'iu',
)

/** Fields of a medical record, before the term in its line. */
export const FIELD = new OpenedPattern(
  "(?:diagnos(?:is|es|tics?|e)|dx|pmh|hx|past medical history|medical history|antécédents?(?: médicaux)?|atcd|allerg(?:ies|y|ie|ique)|traitements?(?: en cours)?|treatment|medications?|(?:current )?meds|prescription|ordonnance|motifs?(?: d['’]hospitalisation| de consultation)?|comorbidit(?:ies|y|és?)|pathologies?|assessment|impression|medical conditions?|condition|health issues?|indication|(?:reason|motif)(?: for| of| d['’]| de l['’]| de)?[_ ]?(?:absence|leave|arr[êe]t)|(?:absence|leave)[_ ]reason)",
  `["'”*]{0,2}\\s{0,2}[:=]`,
  'iu',
)
export const DOSE =
  /^[^\n.;]{0,4}?[0-9](?:[.,][0-9]+)? ?(?:mg|µg|mcg|g|ml|ui|iu|cp|comprimés?|tablets?|gélules?)(?:$|[^\p{L}])/iu

/** Two capitalised words, or one before "'s": a person, where the first is a given name. What has to follow it is a group. */
export const NAMED =
  /(\p{Lu}\p{Ll}{2,14})(?:-\p{Lu}\p{Ll}+)?(?=(['’]s | [\p{Lu}(]| (?:is|has|was|had|a|est|fait|prend|suit|souffre|told|m['’]a)(?: |(?=$|\n|[.!?](?:\s|$)))))/uy
