import test from 'ava'
import { inspectDecoded } from '../../../proxy/inspection/inspect-request.ts'
import { targetOf } from '../../support/read-request.ts'
import { WEB_CHAT_REQUESTS } from '../../support/web-chat-requests.ts'

const KEY = new Uint8Array(32).fill(7)
const TEXT = 'Pay the notary from FR7630006000011234567890189'
const OTHER = 'The takeover is signed on Friday at noon. '.repeat(50)

function hashOf(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): string {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const input = targetOf(url, { headers })
  const { judgedHash } = inspectDecoded(input, { bytes, failure: undefined }, { partKey: KEY, hashesJudged: true })
  return judgedHash ?? ''
}

/** As the app sends the same message once more: new ids, a new time, another boundary. */
function sentAgain(body: string): string {
  return body
    .replaceAll('6f1d2c3b-4a59-4687-9b0c-1d2e3f405162', '0f0e0d0c-1111-4222-8333-444455556666')
    .replaceAll('1763712000000', '1763712034567')
}

for (const { service, operation, url, headers, body } of WEB_CHAT_REQUESTS) {
  test(`${service} ${operation} ${new URL(url).pathname}${new URL(url).search}: sent again it is the same`, (t) => {
    const raw = (text: string) => {
      const made = body(text)
      return Buffer.isBuffer(made) ? made.toString('latin1') : typeof made === 'string' ? made : JSON.stringify(made)
    }
    const first = hashOf(url, Buffer.from(raw(TEXT), 'latin1'), headers)
    t.not(first, '')
    t.is(hashOf(url, Buffer.from(sentAgain(raw(TEXT)), 'latin1'), headers), first)
    t.not(hashOf(url, Buffer.from(raw(`${TEXT} ${OTHER}`), 'latin1'), headers), first)
  })
}

const CONVERSATION = 'https://chatgpt.com/backend-api/conversation'
const said = (role: string, text: string) => ({
  id: `${role}${text.length}`,
  author: { role },
  create_time: 1763712000.123,
  content: { content_type: 'text', parts: [text] },
})

test('what stands in another turn or beside the messages makes another', (t) => {
  const newest = said('user', TEXT)
  const before = [said('user', 'Hello'), said('assistant', 'Hi')]
  const first = hashOf(CONVERSATION, { messages: [...before, newest], model: 'gpt-5' })
  const others = [
    { messages: [said('user', `Hello. ${OTHER}`), said('assistant', 'Hi'), newest], model: 'gpt-5' },
    { messages: [...before, newest], model: 'gpt-5', note: OTHER },
    { messages: [...before, newest], model: 'gpt-5', notes: OTHER.match(/.{1,20}/g)?.map((part) => `0${part}`) },
    { messages: [...before, newest], model: 'gpt-5', codes: OTHER.match(/\w+/g)?.map((word) => `0${word}`) },
  ]
  for (const other of others) t.not(hashOf(CONVERSATION, other), first, JSON.stringify(other).slice(0, 80))
  const again = { messages: [...before, { ...newest, id: 'anew1', create_time: 1763712034.9 }], model: 'gpt-5' }
  t.is(hashOf(CONVERSATION, again), first)
})

test('an image that cannot be read makes another, the boundary around it does not', (t) => {
  const upload = (boundary: string, image: string) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`
    const bytes = Buffer.from(`${head}\x89PNG\r\n\x1a\n${image}\r\n--${boundary}--\r\n`, 'latin1')
    return hashOf('https://grok.com/rest/app-chat/upload-file', bytes, {
      'content-type': `multipart/form-data; boundary=${boundary}`,
    })
  }
  t.is(upload('aaaa1', 'one'), upload('bbbb2', 'one'))
  t.not(upload('aaaa1', 'one'), upload('aaaa1', 'two'))
})

test('nothing is hashed where no policy asks for reasons', (t) => {
  const input = targetOf(CONVERSATION, {})
  const bytes = Buffer.from(JSON.stringify({ messages: [said('user', TEXT)] }))
  t.is(inspectDecoded(input, { bytes, failure: undefined }, { partKey: KEY }).judgedHash, undefined)
})
