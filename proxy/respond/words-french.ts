import type { Words } from './words.ts'

/** WEIR_CONTACT where nobody has set it (config/definitions.ts). */
const DEFAULT_CONTACT = 'your security team'

export const FRENCH: Words = {
  language: 'fr',
  kinds: new Map([
    ['EMAIL', 'une adresse e-mail'],
    ['PHONE', 'un numéro de téléphone'],
    ['CREDIT_CARD', 'un numéro de carte bancaire'],
    ['IBAN', 'un IBAN'],
    ['NIR', 'un numéro de sécurité sociale'],
    ['SIREN', 'un numéro SIREN'],
    ['SIRET', 'un numéro SIRET'],
    ['SSN', 'un numéro de sécurité sociale américain'],
    ['ITIN', 'un numéro fiscal américain'],
    ['IP_ADDRESS', 'une adresse IP'],
    ['API_KEY', 'une clé d’API'],
    ['SECRET', 'un mot de passe ou un secret'],
    ['PERSON_NAME', 'le nom d’une personne'],
    ['LEGAL_REFERENCE', 'une référence juridique'],
    ['MEDICAL_TERM', 'des informations médicales'],
  ]),
  kind: (type) => `des données du type ${type.toLowerCase().replaceAll('_', ' ')}`,
  otherData: 'd’autres données sensibles',
  others: 'd’autres',
  and: 'et',
  failures: {
    no_policies: 'les règles qui en décident ne sont pas encore chargées. Réessayez dans un instant',
    no_detectors: 'les détecteurs de votre entreprise ne sont pas encore chargés. Réessayez dans un instant',
    too_large: 'il dépasse la taille qui peut être inspectée',
    over_budget: 'il n’a pas pu être inspecté à temps',
    unknown_encoding: 'son encodage ne permet pas de l’inspecter',
    bad_encoding: 'son contenu n’est pas encodé comme ses en-têtes l’annoncent',
    malformed_body: 'son contenu est mal formé et ne peut pas être inspecté de façon fiable',
    malformed_file: 'un de ses fichiers est endommagé et ne peut pas être inspecté de façon fiable',
    token_array: 'il contient des jetons au lieu de texte, qui ne peuvent pas être inspectés',
    unreadable_file: 'il contient un fichier qui ne peut pas être inspecté',
    no_text: 'il ne contient aucun texte',
    unsupported_upgrade: 'il passe à un protocole qui ne peut pas être inspecté',
  },
  refused: (policyName, kinds) =>
    `Ce message n’a pas été envoyé. La règle « ${policyName} » ne l’autorise pas${kinds === '' ? '' : `, car il contient ${kinds}`}.`,
  coached: (policyName, kinds) =>
    `Ce message a été envoyé, mais la règle « ${policyName} » vous demande d’être prudent.${kinds === '' ? '' : ` Il contient ${kinds}.`}`,
  failed: (failure) => `Ce message n’a pas été envoyé : ${failure}.`,
  telemetry: {
    refused: (policyName, kinds) =>
      `Ces données de télémétrie n’ont pas été envoyées. La règle « ${policyName} » ne l’autorise pas${kinds === '' ? '' : `, car elles contiennent ${kinds}`}.`,
    coached: (policyName, kinds) =>
      `Ces données de télémétrie ont été envoyées, mais la règle « ${policyName} » vous demande d’être prudent.${kinds === '' ? '' : ` Elles contiennent ${kinds}.`}`,
    failed: (failure) => `Ces données de télémétrie n’ont pas été envoyées : ${failure}.`,
    at: (places) => `C’est dans ce que l’application envoie sur elle-même : ${places}.`,
  },
  dropped: (policyName, count) =>
    `${count === 1 ? 'Un message précédent a été laissé' : `${count} messages précédents ont été laissés`} de côté, car la règle « ${policyName} » ne ${count === 1 ? 'l’autorise' : 'les autorise'} pas. Le reste a été envoyé.`,
  beside:
    'Ces données ne sont pas dans votre message, mais dans ce que l’application envoie avec lui : instructions, outils ou réglages.',
  beforeLast:
    'Ces données ne sont pas dans la dernière partie de votre message, mais avant : peut-être dans un message précédent qui n’a pas été envoyé. Supprimez-le ou commencez une nouvelle conversation.',
  goBackInClaudeCode:
    'Claude Code le renvoie avec chaque message suivant. Pour continuer, revenez avant celui-ci (appuyez deux fois sur Échap, ou tapez /rewind) ou commencez une nouvelle session.',
  earlier({ isAlso, isOne, numbers, total }) {
    const place = `${isOne ? 'un message précédent, le numéro' : 'des messages précédents, les numéros'} ${numbers} sur ${total}`
    return `Ces données sont ${isAlso ? 'aussi ' : ''}dans ${place}. ${isOne ? 'Supprimez-le' : 'Supprimez-les'} ou commencez une nouvelle conversation.`
  },
  ask(contact, reference) {
    const whom = contact === DEFAULT_CONTACT ? 'votre équipe de sécurité' : contact
    return reference === undefined
      ? `Cela n’a pas pu être enregistré. Si c’est une erreur, contactez ${whom} et dites-le.`
      : `Si c’est une erreur, contactez ${whom} et donnez la référence ${reference}.`
  },
  askedBeside: 'Si vous devez l’envoyer, dites pourquoi dans l’avis que cette page affiche, puis renvoyez-le.',
  closedByPolicy: (kinds) => `une règle n’autorise pas ce message${kinds === '' ? '' : `, car il contient ${kinds}`}`,
  closedByFailure: (reason) => `Weir n’a pas pu inspecter ce message : ${reason}`,
  reference: (reference) => `(référence ${reference})`,
  banner: {
    sent: 'Soyez prudent',
    stopped: 'Message non envoyé',
    dismiss: 'Fermer',
    askReason: 'Si vous devez l’envoyer : pourquoi ?',
    sendReason: 'Donner la raison',
    failed: 'La raison n’est pas arrivée. Réessayez.',
    reasonTaken: 'Votre raison est enregistrée avec le message. Renvoyez le même message dans les dix minutes.',
    reasonLength: 'Dites pourquoi en 10 à 1000 caractères.',
    reasonLate: 'Il est trop tard pour répondre. Renvoyez le message et donnez alors la raison.',
  },
}
