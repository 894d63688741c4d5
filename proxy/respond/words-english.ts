import type { Words } from './words.ts'

export const ENGLISH: Words = {
  language: 'en',
  kinds: new Map([
    ['EMAIL', 'an email address'],
    ['PHONE', 'a phone number'],
    ['CREDIT_CARD', 'a credit card number'],
    ['IBAN', 'an IBAN'],
    ['NIR', 'a French social security number'],
    ['SIREN', 'a SIREN number'],
    ['SIRET', 'a SIRET number'],
    ['SSN', 'a US social security number'],
    ['ITIN', 'a US taxpayer number'],
    ['IP_ADDRESS', 'an IP address'],
    ['API_KEY', 'an API key'],
    ['SECRET', 'a password or secret'],
    ['PERSON_NAME', 'the name of a person'],
    ['LEGAL_REFERENCE', 'a legal reference'],
    ['MEDICAL_TERM', 'medical information'],
  ]),
  kind: (type) => `data of the type ${type.toLowerCase().replaceAll('_', ' ')}`,
  otherData: 'other sensitive data',
  others: 'others',
  and: 'and',
  failures: {
    no_policies: 'the policies that decide on it have not been loaded yet. Please try again in a moment',
    no_detectors: 'the detectors of your company have not been loaded yet. Please try again in a moment',
    too_large: 'it is larger than what can be inspected',
    over_budget: 'it could not be inspected in time',
    unknown_encoding: 'it is encoded in a way that cannot be inspected',
    bad_encoding: 'its content does not decode as its headers say',
    malformed_body: 'its content is malformed and cannot be inspected reliably',
    malformed_file: 'a file in it is damaged and cannot be inspected reliably',
    token_array: 'it holds tokens in place of text, which cannot be inspected',
    unreadable_file: 'it holds a file that cannot be inspected',
    no_text: 'it holds no text',
    unsupported_upgrade: 'it switches to a protocol that cannot be inspected',
  },
  refused: (policyName, kinds) =>
    `This message was not sent. The policy "${policyName}" does not allow it${kinds === '' ? '' : ` because it contains ${kinds}`}.`,
  coached: (policyName, kinds) =>
    `This message was sent, but the policy "${policyName}" asks you to take care.${kinds === '' ? '' : ` It contains ${kinds}.`}`,
  failed: (failure) => `This message was not sent: ${failure}.`,
  telemetry: {
    refused: (policyName, kinds) =>
      `This telemetry was not sent. The policy "${policyName}" does not allow it${kinds === '' ? '' : ` because it contains ${kinds}`}.`,
    coached: (policyName, kinds) =>
      `This telemetry was sent, but the policy "${policyName}" asks you to take care.${kinds === '' ? '' : ` It contains ${kinds}.`}`,
    failed: (failure) => `This telemetry was not sent: ${failure}.`,
    at: (places) => `It is in what the application reports of itself, at ${places}.`,
  },
  dropped: (policyName, count) =>
    `${count === 1 ? 'An earlier message was' : `${count} earlier messages were`} left out, since the policy "${policyName}" does not allow ${count === 1 ? 'it' : 'them'}. The rest was sent.`,
  beside:
    'It is not in your message, but in what the application sends along with it: instructions, tools or settings.',
  beforeLast:
    'It is not in the last part of your message, but before it: perhaps in an earlier message that was not sent. Remove it or start a new conversation.',
  goBackInClaudeCode:
    'Claude Code sends it again with each later message. To go on, go back to before it (press Esc twice, or type /rewind) or start a new session.',
  earlier({ isAlso, isOne, numbers, total }) {
    const place = `${isOne ? 'an earlier message, number' : 'earlier messages, numbers'} ${numbers} of ${total}`
    return `It is ${isAlso ? 'also ' : ''}in ${place}. Remove ${isOne ? 'it' : 'them'} or start a new conversation.`
  },
  ask: (contact, reference) =>
    reference === undefined
      ? `This could not be recorded. If you think this is wrong, ask ${contact} and say so.`
      : `If you think this is wrong, ask ${contact} and give the reference ${reference}.`,
  askedBeside: 'If you have to send it, say why in the notice that this page shows, and send it again.',
  closedByPolicy: (kinds) => `a policy does not allow this message${kinds === '' ? '' : `, as it contains ${kinds}`}`,
  closedByFailure: (reason) => `Weir could not inspect this message: ${reason}`,
  reference: (reference) => `(reference ${reference})`,
  banner: {
    sent: 'Please take care',
    stopped: 'Message not sent',
    dismiss: 'Close',
    askReason: 'If you have to send it: why?',
    sendReason: 'Give the reason',
    failed: 'The reason did not arrive. Please try again.',
    reasonTaken: 'Your reason is recorded with the message. Send the same message again within ten minutes.',
    reasonLength: 'Please say why in 10 to 1000 characters.',
    reasonLate: 'This can no longer be answered. Send the message again, and give the reason then.',
  },
}
