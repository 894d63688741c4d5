import test from 'ava'
import { textOfQuery } from '../../../proxy/platforms/query.ts'
import { readRequest } from '../../support/read-request.ts'

const IBAN = 'FR76 3000 6000 0112 3456 7890 189'
const CARD = '4111111111111111'
const read = (query: string) => textOfQuery(new URLSearchParams(query))

test('a prompt in the query is read', (t) => {
  t.is(textOfQuery(new URLSearchParams({ q: `Pay ${IBAN}`, hints: 'search' })), `Pay ${IBAN}\nsearch`)
})

const JWT = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'
test('switches, page numbers and what signs somebody in are left out', (t) => {
  for (const query of [
    '',
    'alt=sse&beta=true&limit=200&order=desc',
    'page=3&limit=50&v=2',
    'key=AIzaSyD-0123456789012345678901234567890',
    'sig=abc%2BdefGHI012jklMNO%3D&X-Goog-Signature=1f0a9b2c3d4e5f60718293a4b5c6d7e8&GoogleAccessId=me@acme.example',
    'X-Amz-Credential=AKIAIOSFODNN7EXAMPLE/20261122/eu-west-1/s3/aws4_request',
    `access_token=${JWT}&state=c2Vzc2lvbi1zdGF0ZQ&code=SplxlOBeZQQYbYS6WxSbIA&login_hint=me@acme.example`,
  ]) {
    t.is(read(query), '', query)
  }
})

test('names, short values together, and what only has the name of a credential are read', (t) => {
  const hiding = [
    `${CARD}=1`,
    'a=4111&b=1111&c=1111&d=1111',
    `zip_code=${CARD}`,
    `code=${CARD}`,
    `us_state=${CARD}`,
    `state=${encodeURIComponent('4111 1111 1111 1111')}`,
    `cache_key=${CARD}`,
    `key=${CARD}`,
    `push_token=${CARD}`,
    `token=a.${CARD}.bbbbbbbb`,
    `sig=${CARD}`,
  ]
  for (const query of hiding) t.true(read(query).replaceAll(' ', '').includes(CARD), query)
  t.is(read(`state=${encodeURIComponent(IBAN.replaceAll(' ', ''))}`), IBAN.replaceAll(' ', ''))
  t.is(read('login_hint=my+password+is+hunter2'), 'my password is hunter2')
})

test('the query is read beside a body, and without one', (t) => {
  const chat = { messages: [{ role: 'user', content: 'Hello' }] }
  const url = `https://api.openai.com/v1/chat/completions?note=${encodeURIComponent(IBAN)}`
  t.deepEqual(readRequest(url, chat).lines, ['user: Hello', `definition: ${IBAN}`])
  t.deepEqual(readRequest(url, '', { method: 'GET' }).lines, [`definition: ${IBAN}`])
})

test('what hides in the value of a credential is read alone; digests, tokens and ids are left out', (t) => {
  const iban = IBAN.replaceAll(' ', '')
  const hiding: readonly (readonly [query: string, piece: string])[] = [
    ['code=a4111-1111-1111-1111', '4111-1111-1111-1111'],
    [`client_id=x${iban}`, iban],
    ['state=aNL91ABNA0417164300b', 'NL91ABNA0417164300'],
    ['sig=AKIAIOSFODNN7EXAMPLQ', 'AKIAIOSFODNN7EXAMPLQ'],
    ['nonce=ssn-536-22-8726-of-jean', '536-22-8726'],
  ]
  for (const [query, piece] of hiding) t.true(read(query).split('\n').includes(piece), query)
  for (const value of [
    '3f2b8a90-1c1d-4e2f-8a3b-4c5d6e7f8091',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '1.AbCdEf-2026-11-22-xyz',
    'openid-2026.11.22',
    JWT,
  ]) {
    t.is(read(`state=${value}`), '', value)
  }
})

test('JSON in a query is read without its escapes, also JSON within it', (t) => {
  const call = JSON.stringify([['x', JSON.stringify(['card 41'])]]).replace('41', '\\\\u0034\\\\u0031')
  t.true(textOfQuery(new URLSearchParams({ 'f.req': call })).includes('card 41'))
})
