import test from 'ava'
import { classify } from '../../../core/inspect/classify.ts'
import { detectorsWithOwnWords, OWN_WORDS_OFF, ownContact } from '../../../core/own-words/switch.ts'
import { compileDetectors } from '../../../core/tenant-detectors/compile.ts'

const CONTACT = 'dpo@acme.example'
const found = (text: string, contact: string, served: readonly unknown[] = []) =>
  classify(text, { extra: detectorsWithOwnWords(undefined, [...served, ownContact(contact)]) }).classifications.map(
    ({ start, end }) => text.slice(start, end),
  )

test('the contact is no finding wherever it stands, and what is like it or beside it is one', (t) => {
  t.deepEqual(found(`Ask ${CONTACT}, then ${CONTACT}.`, CONTACT), [])
  t.deepEqual(found(`Ask ${CONTACT}, not s${CONTACT} or ida.lind@acme.example`, CONTACT), [
    `s${CONTACT}`,
    'ida.lind@acme.example',
  ])
  t.deepEqual(found(`Ask the team (${CONTACT}, 01 42 68 53 00).`, `the team (${CONTACT}, 01 42 68 53 00)`), [])
  t.deepEqual(found(`Ask ${CONTACT}`, ''), [CONTACT])
})

test('the switch for what products say leaves the contact out all the same', (t) => {
  t.deepEqual(found(`Ask ${CONTACT} or noreply@anthropic.com`, CONTACT, [OWN_WORDS_OFF]), ['noreply@anthropic.com'])
  t.deepEqual(compileDetectors([ownContact(CONTACT)]).skipped, [])
})
