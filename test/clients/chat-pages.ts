import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import zlib from 'node:zlib'
import type { Answer } from '../support/upstream.ts'

/** A web chat as far as a browser sees it: its page, the policy that comes with it, and where its prompts go. */
interface ChatPage {
  readonly title: string
  /** The policies of the real site, of September 2026, shortened to what decides over scripts and connections. */
  readonly policy: (nonce: string) => Readonly<Record<string, string>>
  readonly coding: 'gzip' | 'br' | 'zstd' | 'identity'
  readonly prompt: { readonly path: string; readonly body: string }
  readonly colours: readonly [page: string, side: string, ink: string]
}

const CHAT_PAGES: Readonly<Record<string, ChatPage>> = {
  'chatgpt.com': {
    title: 'ChatGPT',
    policy: (nonce) => ({
      'content-security-policy': `default-src 'self'; script-src 'nonce-${nonce}' 'self' 'wasm-unsafe-eval' chatgpt.com/ces https://*.js.stripe.com; script-src-elem 'nonce-${nonce}' 'self' 'sha256-eMuh8xiwcX72rRYNAGENurQBAcH7kLlAUQcoOri3BIo=' challenges.cloudflare.com; connect-src 'self' *.oaiusercontent.com https://api.openai.com wss://*.chatgpt.com; style-src 'self' 'unsafe-inline'; frame-ancestors 'self'; object-src 'none'; worker-src 'self' blob:`,
    }),
    coding: 'br',
    prompt: {
      path: '/backend-api/f/conversation',
      body: `{ action: 'next', messages: [{ author: { role: 'user' }, content: { content_type: 'text', parts: [text] } }], model: 'gpt-5' }`,
    },
    colours: ['#fff', '#f9f9f9', '#0d0d0d'],
  },
  'claude.ai': {
    title: 'Claude',
    policy: (nonce) => ({
      'content-security-policy': `script-src 'strict-dynamic' 'wasm-unsafe-eval' https: 'nonce-${nonce}'; object-src 'none'; base-uri 'none'; frame-ancestors 'self'; block-all-mixed-content; upgrade-insecure-requests`,
      'content-security-policy-report-only': `default-src 'self'; script-src 'strict-dynamic' 'nonce-${nonce}'; connect-src 'self'; style-src 'self' 'unsafe-inline'; report-uri /csp`,
    }),
    coding: 'gzip',
    prompt: {
      path: '/api/organizations/6f1c1a52-8d0e-4b7e-9a58-0d4c5a1b2c3d/chat_conversations/0b9f0a55-2b1c-4f83-8a91-6f3e2d1c0b9a/completion',
      body: '{ prompt: text }',
    },
    colours: ['#faf9f5', '#f0eee6', '#141413'],
  },
  'gemini.google.com': {
    title: 'Gemini',
    policy: (nonce) => ({
      'content-security-policy': `require-trusted-types-for 'script'; report-uri /_/BardChatUi/cspreport, script-src 'report-sample' 'nonce-${nonce}' 'unsafe-inline' 'unsafe-eval'; object-src 'none'; base-uri 'self'; worker-src 'self'; report-uri /_/BardChatUi/cspreport, script-src 'unsafe-inline' 'unsafe-eval' blob: data: 'self' https://apis.google.com https://*.gstatic.com`,
    }),
    coding: 'zstd',
    prompt: { path: '/_/BardChatUi/data/assistant.lamda.BardFrontendService/StreamGenerate', body: 'form' },
    colours: ['#fff', '#f0f4f9', '#1f1f1f'],
  },
  'copilot.microsoft.com': {
    title: 'Copilot',
    policy: (nonce) => ({
      'content-security-policy': `default-src 'self'; script-src 'nonce-${nonce}' 'strict-dynamic' 'unsafe-inline' https:; style-src 'self' 'unsafe-inline'; connect-src 'self' https: wss:; require-trusted-types-for 'script'; trusted-types default dompurify; object-src 'none'; base-uri 'self'`,
    }),
    coding: 'identity',
    prompt: { path: '/c/api/attachments', body: '{ text }' },
    colours: ['#fdf6ee', '#f4e9dc', '#272320'],
  },
}

export const CHAT_HOSTS = Object.keys(CHAT_PAGES)

/** The page is its own: it styles itself, sends prompts, and takes note of whatever its policy forbids. */
function html({ title, prompt, colours: [page, side, ink] }: ChatPage, nonce: string): string {
  return `<!doctype html>
<!-- a page like that of ${title} <head> -->
<html lang="en" data-build="a>b"><head><meta charset="utf-8"><title>${title}</title>
<style>
*{box-sizing:border-box}body{margin:0;display:flex;block-size:100vh;font:16px system-ui,sans-serif;background:${page};color:${ink}}
nav{inline-size:220px;padding:16px;background:${side}}main{flex:1;display:flex;flex-direction:column;align-items:center;min-inline-size:0}
ol{flex:1;inline-size:min(46rem,90%);overflow:auto;padding:0;list-style:none}li{margin:14px 0;padding:10px 14px;border-radius:14px;overflow-wrap:anywhere}
li.me{background:${side};margin-inline-start:25%}form{inline-size:min(46rem,90%);margin:0 0 20px;display:flex;gap:8px}
textarea{flex:1;padding:12px;border:1px solid #8888;border-radius:20px;font:inherit;background:transparent;color:inherit}button{border-radius:20px;padding:8px 18px}
</style>
<script nonce="${nonce}">
globalThis.violations = []
addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))
// A page that takes every key for its own box.
addEventListener('keydown', (event) => { if (event.target !== box) box.focus() }, true)
globalThis.elements = document.querySelectorAll('*').length
</script>
</head><body><nav><h2>${title}</h2><p>Bonus letter</p><p>Holiday plans</p></nav><main><ol id="chat"></ol><form id="form"><textarea id="box" aria-label="Message ${title}" placeholder="Message ${title}"></textarea><button>Send</button></form></main>
<script nonce="${nonce}">
const textOf = (event) => {
  if (event.type === 'content_block_delta') return event.delta.text
  if (event.v?.message) return event.v.message.content.parts.join('')
  return typeof event.v === 'string' ? event.v : ''
}
const say = (who, text) => { const item = document.createElement('li'); item.className = who; item.textContent = text; chat.append(item); return item }
const isForm = ${prompt.body === 'form'}
async function send(text) {
  say('me', text)
  const body = isForm ? new URLSearchParams({ 'f.req': JSON.stringify([null, JSON.stringify([[text, 0, null, null, null, null, 0], ['en']])]) }) : JSON.stringify(${prompt.body === 'form' ? 'null' : prompt.body})
  const response = await fetch('${prompt.path}', { method: 'POST', headers: isForm ? {} : { 'content-type': 'application/json' }, body })
  const answer = await response.text()
  let shown = ''
  for (const line of answer.split('\\n')) {
    if (line.startsWith('data: {')) shown += textOf(JSON.parse(line.slice(6)))
    if (line.startsWith('[["wrb.fr"')) shown += JSON.parse(JSON.parse(line)[0][2])[4][0][1][0]
  }
  say('bot', shown || (response.ok ? 'Good morning!' : 'Something went wrong.'))
  return { status: response.status, shown }
}
form.addEventListener('submit', (event) => { event.preventDefault(); send(box.value); box.value = '' })
</script>
</body></html>`
}

const ENCODERS = {
  gzip: zlib.gzipSync,
  br: zlib.brotliCompressSync,
  zstd: zlib.zstdCompressSync,
  identity: (text: string) => Buffer.from(text),
} as const

/** Plays the four sites; everything but their pages and prompts is empty. */
export const chatPages: Answer = (request: IncomingMessage, response) => {
  const page = CHAT_PAGES[request.headers.host ?? '']
  if (page === undefined || request.url !== '/') {
    const isPrompt = request.method === 'POST'
    response.writeHead(isPrompt ? 200 : 204, { 'content-type': 'text/plain' }).end(isPrompt ? '{"ok":true}' : '')
    return
  }
  const nonce = randomBytes(16).toString('base64')
  const body = ENCODERS[page.coding](html(page, nonce))
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    ...(page.coding !== 'identity' && { 'content-encoding': page.coding }),
    'content-length': body.length,
    etag: '"1"',
    ...page.policy(nonce),
  })
  // In pieces, as pages come.
  response.write(body.subarray(0, 40))
  setTimeout(() => response.end(body.subarray(40)), 20)
}
