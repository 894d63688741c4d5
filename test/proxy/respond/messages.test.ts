import test from 'ava'
import {
  coachMessage,
  describeKinds,
  type FailureReason,
  failureMessage,
  refusalMessage,
} from '../../../proxy/respond/messages.ts'
import { ENGLISH } from '../../../proxy/respond/words-english.ts'
import { wordsFor } from '../../../proxy/respond/words-for.ts'
import { FRENCH } from '../../../proxy/respond/words-french.ts'

const contact = 'security@corp.example'
const reference = '4455556666'

test('a refusal names the policy, the kinds of data and whom to ask', (t) => {
  t.is(
    refusalMessage({ policyName: 'No bank data', types: ['IBAN', 'CREDIT_CARD', 'IBAN'], contact, reference }),
    'This message was not sent. The policy "No bank data" does not allow it because it contains an IBAN and a credit card number. If you think this is wrong, ask security@corp.example and give the reference 4455556666.',
  )
})

test('a refusal that has nothing to do with data names none', (t) => {
  const message = refusalMessage({ policyName: 'No DeepSeek', types: [], contact, reference })
  t.true(message.includes('"No DeepSeek" does not allow it.'))
  t.false(message.includes('contains'))
})

test('a coached person is told that the message went out', (t) => {
  const message = coachMessage({ policyName: 'Mind names', types: ['PERSON_NAME'], contact, reference })
  for (const words of ['was sent', '"Mind names"', 'the name of a person', contact, reference])
    t.true(message.includes(words))
})

test('every reason of the fail mode has a sentence of its own', (t) => {
  const reasons: readonly FailureReason[] = [
    'no_policies',
    'no_detectors',
    'too_large',
    'over_budget',
    'unknown_encoding',
    'bad_encoding',
    'malformed_body',
    'malformed_file',
    'token_array',
    'unreadable_file',
    'unsupported_upgrade',
  ]
  const messages = reasons.map((reason) => failureMessage(reason, contact, reference))
  t.is(new Set(messages).size, reasons.length)
  for (const message of messages) {
    t.true(message.startsWith('This message was not sent: '))
    t.true(message.endsWith(`ask ${contact} and give the reference ${reference}.`))
  }
})

test('kinds are listed as people list things, each once', (t) => {
  t.is(describeKinds([]), '')
  t.is(describeKinds(['EMAIL', 'EMAIL']), 'an email address')
  t.is(describeKinds(['EMAIL', 'PHONE', 'API_KEY']), 'an email address, a phone number and an API key')
  t.is(describeKinds(['BADGE_NUMBER']), 'data of the type badge number')
  t.is(
    describeKinds(['EMAIL', 'PHONE', 'IBAN', 'NIR', 'SSN', 'SIRET', 'SECRET']),
    'an email address, a phone number, an IBAN, a French social security number, a US social security number and other sensitive data',
  )
})

const PLACE = {
  ...{ isInNewest: false, isLast: false, isBeside: false, isClaudeCode: false },
  ...{ earlier: [], messages: 7 },
}
const IBAN = { policyName: 'No bank data', types: ['IBAN'], contact, reference }

test('a refusal for what was said before tells where, and how to go on', (t) => {
  const cases = [
    [{ earlier: [3] }, ' It is in an earlier message, number 3 of 7. Remove it or start a new conversation. '],
    [
      { earlier: [5, 1, 5] },
      ' It is in earlier messages, numbers 1 and 5 of 7. Remove them or start a new conversation. ',
    ],
    [
      { earlier: [1, 2, 3, 4, 5, 6] },
      ' It is in earlier messages, numbers 1, 2, 3, 4, 5 and others of 7. Remove them or start a new conversation. ',
    ],
    [
      { earlier: [3], isInNewest: true },
      ' It is also in an earlier message, number 3 of 7. Remove it or start a new conversation. ',
    ],
    [{ isBeside: true }, ' It is not in your message, but in what the application sends along with it: '],
  ] as const
  for (const [place, words] of cases) t.true(refusalMessage(IBAN, { ...PLACE, ...place }).includes(words), words)
})

test('a refusal for the newest message alone says no more than that', (t) => {
  t.is(refusalMessage(IBAN, { ...PLACE, isInNewest: true, isLast: true }), refusalMessage(IBAN))
  t.is(refusalMessage(IBAN, { ...PLACE, isInNewest: true, isLast: true, isBeside: true }), refusalMessage(IBAN))
})

test('a refusal says that it is not for what the person said last, if a client has joined it to something earlier', (t) => {
  t.regex(
    refusalMessage(IBAN, { ...PLACE, isInNewest: true }),
    /an IBAN\. It is not in the last part of your message, but before it: perhaps in an earlier message .* new conversation\. If/,
  )
  t.regex(refusalMessage(IBAN, { ...PLACE, isInNewest: true }, FRENCH), /pas dans la dernière partie/)
})

test('in Claude Code a refusal says how to go back, if there is anything to go back to', (t) => {
  const place = { ...PLACE, isLast: true, isClaudeCode: true }
  const words =
    /an IBAN\. Claude Code sends it again with each later message\. .*press Esc twice, or type \/rewind.* If you/
  t.regex(refusalMessage(IBAN, { ...place, isInNewest: true }), words)
  t.regex(refusalMessage(IBAN, { ...place, earlier: [3] }), /number 3 of 7\. .*\/rewind/)
  t.notRegex(refusalMessage(IBAN, { ...place, isBeside: true }), /rewind/)
  t.regex(refusalMessage(IBAN, { ...place, isInNewest: true }, FRENCH), /Échap, ou tapez \/rewind/)
})

test('whoever asks for French gets it, and everyone else English', (t) => {
  for (const french of ['fr', 'fr-CA,fr;q=0.9,en;q=0.8', 'de,fr;q=0.5']) t.is(wordsFor(french), FRENCH, french)
  for (const english of [undefined, '', '*', 'en-GB,fr;q=0.5', 'de', 'fr;q=0'])
    t.is(wordsFor(english), ENGLISH, english)
})

test('French says the same in French', (t) => {
  const types = ['IBAN', 'API_KEY', 'PROJECT_CODE']
  const where = { isInNewest: true, isLast: true, earlier: [3, 1], messages: 7, isBeside: false, isClaudeCode: false }
  t.is(
    refusalMessage({ policyName: 'Pas d’IBAN', types, contact: 'your security team', reference }, where, FRENCH),
    'Ce message n’a pas été envoyé. La règle « Pas d’IBAN » ne l’autorise pas, car il contient un IBAN, une clé d’API et des données du type project code. Ces données sont aussi dans des messages précédents, les numéros 1 et 3 sur 7. Supprimez-les ou commencez une nouvelle conversation. Si c’est une erreur, contactez votre équipe de sécurité et donnez la référence 4455556666.',
  )
  t.regex(coachMessage({ policyName: 'X', types: [], contact, reference }, FRENCH), /a été envoyé, mais la règle « X »/)
  t.regex(failureMessage('too_large', contact, undefined, FRENCH), /dépasse la taille.*pas pu être enregistré/)
  t.deepEqual([...FRENCH.kinds.keys()], [...ENGLISH.kinds.keys()])
})

test('of telemetry a refusal says where in the body it stands, three places at most', (t) => {
  const telemetry = (words: typeof ENGLISH) => ({ ...words, ...words.telemetry })
  const where = { ...PLACE, places: ['a.b', 'c[0]', 'd', 'e'] }
  t.is(
    refusalMessage({ ...IBAN, contact: 'Jo' }, where, telemetry(ENGLISH)).split(' If you')[0],
    `This telemetry was not sent. The policy "${IBAN.policyName}" does not allow it because it contains an IBAN. It is in what the application reports of itself, at a.b, c[0], d and others.`,
  )
  t.regex(
    refusalMessage(IBAN, { ...where, places: ['a.b'] }, telemetry(FRENCH)),
    /télémétrie n’ont pas été envoyées.*elles contiennent un IBAN\. C’est dans ce que l’application envoie sur elle-même : a\.b\./,
  )
})
