import test from 'ava'
import type { TextPart } from '../../../core/inspect/parts.ts'
import { inspectPrompt } from '../../../core/inspect/prompt.ts'

const IBAN = 'FR76 3000 6000 0112 3456 7890 189'
const user = (text: string): TextPart => ({ role: 'user', text })
const assistant = (text: string): TextPart => ({ role: 'assistant', text })

test('what was said before is found by the number of its message', (t) => {
  const { origins, messages, classifications } = inspectPrompt([
    { role: 'system', text: 'You help.' },
    user('hello'),
    assistant('Hello!'),
    user('a reminder'),
    user(`pay ${IBAN}`),
    assistant(''),
    { role: 'tool', text: 'done' },
    assistant('It is paid.'),
    user('thank you'),
    { role: 'definition', text: 'pay(account)' },
  ])
  t.deepEqual(classifications, [])
  t.deepEqual(origins, [{ type: 'IBAN', place: 'earlier', message: 3 }])
  t.is(messages, 7)
})

test('each type has each of its places, once', (t) => {
  const { origins } = inspectPrompt([
    { role: 'system', text: 'Ask jeanne.martin@acme.fr' },
    user(`${IBAN} and ${IBAN}`),
    assistant('Noted.'),
    user(`again ${IBAN}`),
    assistant('Noted.'),
    user('thank you'),
  ])
  t.deepEqual(origins, [
    { type: 'EMAIL', place: 'beside' },
    { type: 'IBAN', place: 'earlier', message: 1 },
    { type: 'IBAN', place: 'earlier', message: 3 },
  ])
})

test('a value split over earlier messages is where it begins', (t) => {
  const { origins } = inspectPrompt([
    user('FR76 3000 6000 0112'),
    assistant('Go on.'),
    user('3456 7890 189'),
    assistant('Noted.'),
    user('thank you'),
  ])
  t.deepEqual(origins, [{ type: 'IBAN', place: 'earlier', message: 1 }])
})

test('where nothing was said before, there is nothing to tell', (t) => {
  t.like(inspectPrompt([user(`pay ${IBAN}`)]), { origins: [], messages: 0 })
})

test('what a person says last is told from what a client joined it to', (t) => {
  const last = (...texts: string[]) => inspectPrompt(texts.map(user)).lastTypes
  t.deepEqual(last(`pay ${IBAN}`), ['IBAN'])
  t.deepEqual(last(`pay ${IBAN}`, 'and now?'), [])
  t.deepEqual(last('hello', `pay ${IBAN}`, '<environment>a</environment>'), ['IBAN'])
  t.deepEqual(last(`FR76 3000 6000 0112`, '3456 7890 189'), ['IBAN'])
  t.deepEqual(last(`<environment>${IBAN}</environment>`), ['IBAN'])
})

test('in a first turn, what stands only in the system prompt is not in the newest message', (t) => {
  const { origins, newestTypes, classifications } = inspectPrompt([
    { role: 'system', text: `Refunds go to ${IBAN}, not to jeanne.martin@acme.fr` },
    user('hi, I am paul.durand@acme.fr'),
  ])
  t.deepEqual(origins, [
    { type: 'IBAN', place: 'beside' },
    { type: 'EMAIL', place: 'beside' },
  ])
  t.deepEqual(newestTypes, ['EMAIL'])
  t.is(classifications.length, 3)
})
