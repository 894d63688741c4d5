import test from 'ava'
import { inspectDecoded } from '../../../proxy/inspection/inspect-request.ts'
import { targetOf } from '../../support/read-request.ts'

const IBAN = 'FR7630006000011234567890189'
const KEY = new Uint8Array(32).fill(7)

/** What the parts with findings are known by. */
function hashesOf(messages: readonly { readonly role: string; readonly content: string }[], partKey = KEY) {
  const bytes = Buffer.from(JSON.stringify({ messages }))
  const input = targetOf('https://api.openai.com/v1/chat/completions', {})
  const { result } = inspectDecoded(input, { bytes, failure: undefined }, { partKey })
  return (result?.places ?? []).flatMap(({ parts }) => parts)
}

const said = (content: string, role = 'user') => hashesOf([{ role, content: `${content} ${IBAN}` }])[0]

test('a part is known again in a longer conversation', (t) => {
  const first = { role: 'user', content: `It is ${IBAN}` }
  const again = hashesOf([first, { role: 'assistant', content: 'I see' }, { role: 'user', content: 'Forget it' }])
  t.deepEqual(again, hashesOf([first]))
  t.is(again.length, 1)
})

test('another text, another role and another key make another hash', (t) => {
  const hashes = [said('It is'), said('It was'), said('It is', 'system'), said('user It is')]
  const lone = ['\ud800', '\ud801', '\ufffd'].map((unit) => said(unit))
  const otherKey = hashesOf([{ role: 'user', content: `It is ${IBAN}` }], new Uint8Array(32).fill(8))
  const all = [...hashes, ...lone, ...otherKey]
  t.false(all.includes(undefined))
  t.is(new Set(all).size, all.length)
})
