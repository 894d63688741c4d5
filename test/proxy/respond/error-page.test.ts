import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'ava'
import { DestinationError, RequestError, UpstreamError } from '../../../proxy/errors.ts'
import { describeError } from '../../../proxy/respond/describe-error.ts'
import { sendProxyError } from '../../../proxy/respond/error-page.ts'
import { reasonPhrase } from '../../../proxy/respond/reason-phrase.ts'

const PRIVATE = describeError(new DestinationError('10.1.2.3 is a private address'))

async function answerTo(accept: string | undefined, error = PRIVATE) {
  const server = createServer((_request, response) => sendProxyError(response, error, { accept, close: false }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    return await new Promise<{ phrase: string; type: string; body: string }>((resolve, reject) => {
      request({ host: '127.0.0.1', port }, async (answer) => {
        const chunks = await answer.toArray()
        const type = answer.headers['content-type'] ?? ''
        resolve({ phrase: `${answer.statusCode} ${answer.statusMessage}`, type, body: chunks.join('') })
      })
        .on('error', reject)
        .end()
    })
  } finally {
    server.close()
  }
}

test('the reason phrase says who refuses what, for tools that show nothing else', async (t) => {
  t.is((await answerTo(undefined)).phrase, '403 Refused by Weir: destination not allowed')
  t.is(reasonPhrase(describeError(new UpstreamError('dns', 'x'))), 'Weir: host name not resolved')
  t.is(reasonPhrase(describeError(new RequestError(421, 'x'))), 'Misdirected Request')
  t.is(reasonPhrase(describeError(new Error('x'))), 'Weir: internal error')
})

test('programs get JSON that names Weir, browsers a page', async (t) => {
  const json = await answerTo('*/*')
  t.is(json.type, 'application/json')
  const { message, source, error } = JSON.parse(json.body)
  t.is(source, 'Weir')
  t.is(error.message, message)
  t.is(message, 'Weir does not connect to this destination: 10.1.2.3 is a private address.')
  const page = await answerTo('text/html,*/*;q=0.8')
  t.true(page.type.startsWith('text/html'))
  t.regex(page.body, /<h1>Weir refused this request<\/h1>/)
  const failed = await answerTo('text/html', describeError(new UpstreamError('connect', 'no connection')))
  t.regex(failed.body, /<h1>Weir could not complete this request<\/h1>/)
})
