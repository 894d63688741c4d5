import test from 'ava'
import { textOfQuery } from '../../../proxy/platforms/query.ts'
import { readRequest } from '../../support/read-request.ts'

const IBAN = 'FR76 3000 6000 0112 3456 7890 189'

test('a prompt in the query is read', (t) => {
  t.is(textOfQuery(new URLSearchParams({ q: `Pay ${IBAN}`, hints: 'search' })), `Pay ${IBAN}\nsearch`)
})

test('switches, page numbers and what signs somebody in are left out', (t) => {
  for (const query of [
    '',
    'alt=sse&beta=true&limit=200',
    'key=AIzaSyD-0123456789012345678901234567890',
    'sig=abc%2Bdef%3D&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE&X-Goog-Signature=0123456789&GoogleAccessId=me@acme.example',
    'access_token=eyJhbGciOi&state=0123456789&code=0123456789&login_hint=me@acme.example',
  ]) {
    t.is(textOfQuery(new URLSearchParams(query)), '', query)
  }
})

test('the query is read beside a body, and without one', (t) => {
  const chat = { messages: [{ role: 'user', content: 'Hello' }] }
  const url = `https://api.openai.com/v1/chat/completions?note=${encodeURIComponent(IBAN)}`
  t.deepEqual(readRequest(url, chat).lines, ['user: Hello', `definition: ${IBAN}`])
  t.deepEqual(readRequest(url, '', { method: 'GET' }).lines, [`definition: ${IBAN}`])
})
