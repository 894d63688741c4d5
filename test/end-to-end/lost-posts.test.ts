import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import OpenAI from 'openai'
import { type Dispatcher, request } from 'undici'
import { openAuthority } from '../../certs/authority.ts'
import { issueServerCertificate } from '../../certs/server-certificate.ts'
import { throughProxy } from '../support/dispatchers.ts'
import { temporaryFolder } from '../support/temp.ts'
import { startWeir } from '../support/weir.ts'

const HOST = 'api.openai.com'
const END = '"the end"}'
const ANSWER = JSON.stringify({
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Lima.' }, finish_reason: 'stop' }],
})

/** A service that takes two prompts on a connection, answers the first, and closes without a word on the second. */
async function startForgetful(t: ExecutionContext): Promise<{ received: string[]; dispatcher: Dispatcher }> {
  const folder = temporaryFolder(t)
  const authority = openAuthority(folder, () => new Date())
  const caFile = join(folder, 'trusted.pem')
  writeFileSync(caFile, authority.certificatePem)
  const received: string[] = []
  const server = createServer(issueServerCertificate(authority, [HOST], new Date()), (socket) => {
    let text = ''
    let prompts = 0
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      text += chunk
      if (!text.includes(END)) return
      received.push(text)
      text = ''
      if (prompts++ > 0) socket.destroy()
      else {
        socket.write(
          `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${ANSWER.length}\r\n\r\n${ANSWER}`,
        )
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const weir = await startWeir(t, {
    env: { WEIR_CONNECT_TO: `${HOST}:443:127.0.0.1:${port}`, WEIR_UPSTREAM_CA: caFile, WEIR_TIER3: 'off' },
  })
  return { received, dispatcher: throughProxy(t, weir) }
}

test('a POST that is lost with a used connection is sent once, answered with 502, and its client’s connection goes on', async (t) => {
  const { received, dispatcher } = await startForgetful(t)
  const ask = async () => {
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello' }], user: 'the end' })
    const headers = { 'content-type': 'application/json' }
    const url = `https://${HOST}/v1/chat/completions`
    const answer = await request(url, { dispatcher, method: 'POST', headers, body })
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
  }
  t.is((await ask()).status, 200)
  const lost = await ask()
  t.is(lost.status, 502)
  t.is(lost.headers['x-should-retry'], undefined)
  t.regex(JSON.parse(lost.text).error.message, /broke off/)
  t.is(received.length, 2)
  t.is((await ask()).text, ANSWER)
  t.is(received.length, 3)
})

test('a vendor’s SDK gets its answer all the same: it asks again by itself', async (t) => {
  const { received, dispatcher } = await startForgetful(t)
  const client = new OpenAI({ apiKey: 'sk-test', maxRetries: 2, fetchOptions: { dispatcher } })
  for (let round = 0; round < 2; round++) {
    const { choices } = await client.chat.completions.create({
      ...{ model: 'm', messages: [{ role: 'user', content: 'Hello' }], user: 'the end' },
    })
    t.is(choices[0]?.message.content, 'Lima.')
  }
  t.is(received.length, 3)
})
