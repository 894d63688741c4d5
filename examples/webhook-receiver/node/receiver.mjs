import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { verify } from './verify.mjs'

const { SIGNING_SECRET, TLS_CERT, TLS_KEY, HOST = '127.0.0.1', PORT = '9443', EVENTS = 'events.jsonl' } = process.env
if (!SIGNING_SECRET || !TLS_CERT || !TLS_KEY) throw new Error('SIGNING_SECRET, TLS_CERT and TLS_KEY are required')
const MAX_BYTES = 1024 * 1024

/** Events arrive at least once; this keeps the ids of those that are stored. */
const stored = new Set(
  existsSync(EVENTS)
    ? readFileSync(EVENTS, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).webhook_id)
    : [],
)

/** @returns the status of the answer */
function receive(method, headers, body) {
  if (method !== 'POST') return 405
  if (!verify(SIGNING_SECRET, headers, body)) return 401
  const id = headers['webhook-id']
  if (stored.has(id)) return 204
  try {
    appendFileSync(EVENTS, `${JSON.stringify({ webhook_id: id, event: JSON.parse(body.toString('utf8')) })}\n`)
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    return 500
  }
  stored.add(id)
  return 204
}

const server = createServer({ cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) }, (request, response) => {
  const chunks = []
  let bytes = 0
  request.on('data', (chunk) => {
    bytes += chunk.length
    if (bytes > MAX_BYTES) request.destroy()
    else chunks.push(chunk)
  })
  request.on('error', () => {})
  request.on('end', () => {
    response.writeHead(receive(request.method, request.headers, Buffer.concat(chunks))).end()
  })
})
server.listen(Number(PORT), HOST, () => process.stdout.write(`listening on port ${server.address().port}\n`))
