import { crc32 } from 'node:zlib'
import test from 'ava'
import { throughProxy } from '../../support/dispatchers.ts'
import { post } from '../../support/prompts.ts'
import { policyOn } from '../../support/sample-policies.ts'
import { fileScope } from '../../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../../support/upstream.ts'
import { startWeir, type Weir } from '../../support/weir.ts'

const scope = fileScope()
const HOST = 'api.openai.com'
const KEY = 'sk-proj-Wq7Rk2ZtPb9LxVn4Hs8DcT3BlbkFJmY6GfJa1EuKo5Bi0TzQ3pX'
const CARD = '4539578763621486'
let upstream: FakeUpstream
let weir: Weir

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [HOST] })
  weir = await startWeir(scope, { upstreams: { [HOST]: upstream } })
  for (const type of ['IBAN', 'API_KEY', 'CREDIT_CARD']) await weir.createPolicy(policyOn(type, 'block', `No ${type}`))
})

const command = Buffer.from(`$env:OPENAI_API_KEY = "${KEY}"`, 'utf16le').toString('base64')
const secret = `apiVersion: v1\nkind: Secret\ndata:\n  token: ${Buffer.from(KEY).toString('base64')}\n`

/** A picture of nothing but its head, a comment, and the end. */
function pngSaying(text: string): string {
  const chunk = (type: string, data: string) => {
    const body = Buffer.from(type + data, 'latin1')
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = chunk('IHDR', '\0\0\0\x01\0\0\0\x01\b\x06\0\0\0')
  const chunks = [Buffer.from('89504e470d0a1a0a', 'hex'), head, chunk('tEXt', `Comment\0${text}`), chunk('IEND', '')]
  return `data:image/png;base64,${Buffer.concat(chunks).toString('base64')}`
}

/** By the policy that refuses it. */
const REFUSED: readonly (readonly [what: string, content: unknown, policy: string])[] = [
  ['an IBAN that a mail wrapped', 'Bonjour,\r\n> mon compte : FR763000600001\r\n> 1234567890189\r\n> merci', 'No IBAN'],
  ['a command of PowerShell', `powershell -EncodedCommand ${command}`, 'No API_KEY'],
  [
    'a table in Markdown',
    '| a | b | c | d | e | f | g |\n|---|---|---|---|---|---|---|\n| FR76 | 3000 | 6000 | 0112 | 3456 | 7890 | 189 |',
    'No IBAN',
  ],
  ['a secret of Kubernetes', secret, 'No API_KEY'],
  ['an array of digits', [...CARD].map(Number), 'No CREDIT_CARD'],
  ['an array of characters', [...CARD], 'No CREDIT_CARD'],
  [
    'the comment of a picture',
    [{ type: 'image_url', image_url: { url: pngSaying('FR7630006000011234567890189') } }],
    'No IBAN',
  ],
]

for (const [what, content, policy] of REFUSED) {
  test(`${what} is refused and recorded`, async (t) => {
    const body = { model: 'gpt-5', messages: [{ role: 'user', content }] }
    const answer = await post(throughProxy(t, weir), `https://${HOST}/v1/chat/completions`, body)
    t.is(answer.status, 400)
    t.is(answer.headers['x-weir-policy'], policy)
    const record = await weir.interaction(String(answer.headers['x-weir-interaction']))
    t.is(record.enforced_action, 'block')
    t.false(upstream.arrivals.some(({ body: arrived }) => arrived.equals(Buffer.from(JSON.stringify(body)))))
  })
}
