import type { Answer } from '../support/upstream.ts'

/**
 * A page that talks to its service as the web apps do: fetch with JSON, gzipped in the page where `compress` says so, and
 * the answer read from the event stream into the chat as it comes.
 */
const PAGE = `<!doctype html>
<title>chat</title>
<ol id="chat"></ol>
<script>
async function gzip(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
function textOf(event) {
  if (event.type === 'content_block_delta') return event.delta.text
  if (event.v?.message) return event.v.message.content.parts.join('')
  if (typeof event.v === 'string') return event.v
  return ''
}
async function send(path, body, { compress = false } = {}) {
  const json = JSON.stringify(body)
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(compress && { 'content-encoding': 'gzip' }) },
    body: compress ? await gzip(json) : json,
  })
  const message = document.createElement('li')
  chat.append(message)
  let rest = ''
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const lines = (rest + value).split('\\n')
    rest = lines.pop()
    for (const line of lines) {
      if (!line.startsWith('data: ') || line === 'data: [DONE]') continue
      message.textContent += textOf(JSON.parse(line.slice(6)))
    }
  }
  return { status: response.status, type: response.headers.get('content-type'), shown: message.innerText }
}
</script>`

const CHATGPT_EVENTS = [
  'event: delta_encoding\ndata: "v1"\n\n',
  `event: delta\ndata: ${JSON.stringify({ p: '', o: 'add', v: { message: { content: { parts: [''] } } }, c: 0 })}\n\n`,
  `event: delta\ndata: ${JSON.stringify({ p: '/message/content/parts/0', o: 'append', v: 'Good ' })}\n\n`,
  `event: delta\ndata: ${JSON.stringify({ v: 'morning' })}\n\n`,
  'data: [DONE]\n\n',
]
const CLAUDE_EVENTS = ['Good ', 'morning'].map(
  (text) =>
    `event: content_block_delta\ndata: ${JSON.stringify({ type: 'content_block_delta', delta: { type: 'text_delta', text } })}\n\n`,
)

/**
 * Plays chatgpt.com, claude.ai and api.openai.com well enough for the page above.
 * @param mayGoOn asked for before the last word of a streamed answer
 */
export function webApps(mayGoOn: (prompt: Buffer) => Promise<void>): Answer {
  return async (request, response, body) => {
    const path = request.url ?? ''
    const { origin } = request.headers
    if (origin !== undefined) {
      response.setHeader('access-control-allow-origin', origin)
      response.setHeader('access-control-allow-headers', 'authorization, content-type')
    }
    if (request.method === 'OPTIONS') response.writeHead(204).end()
    else if (path === '/') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE)
    else if (path.endsWith('/f/conversation') || path.endsWith('/completion')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const event of path.endsWith('/completion') ? CLAUDE_EVENTS : CHATGPT_EVENTS) {
        if (event.includes('morning')) await mayGoOn(body)
        response.write(event)
      }
      response.end()
    } else response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
  }
}
