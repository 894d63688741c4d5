import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { brotliCompressSync } from 'node:zlib'
import { startH2Upstream } from '../support/h2-upstream.ts'
import { fileScope } from '../support/scope.ts'
import { StreamSocket } from '../support/stream-socket.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { Chromium, chromiumTest, type Page } from './chromium.ts'

const HOST = 'chatgpt.com'
const scope = fileScope()

/** A site of everything that browsers do with one: it speaks HTTP/2 alone, compresses with Brotli, and counts what it is asked. */
const FILES: Readonly<Record<string, readonly [type: string, text: string]>> = {
  '/': [
    'text/html; charset=utf-8',
    '<!doctype html><html lang="en"><head><title>Site</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/site.css"><script src="/site.js"></script></head><body><h1>A site</h1></body></html>',
  ],
  '/site.css': ['text/css', 'h1 { color: rgb(1, 2, 3) }'],
  '/site.js': [
    'text/javascript',
    `
    const events = () => new Promise((done, failed) => {
      const seen = []
      const source = new EventSource('/events')
      source.onerror = () => failed(new Error('the stream of events broke'))
      source.onmessage = ({ data }) => {
        seen.push(data)
        if (data === 'third') { source.close(); done(seen) }
      }
    })
    const talk = () => new Promise((done, failed) => {
      const heard = []
      const socket = new WebSocket('wss://' + location.host + '/socket')
      socket.onopen = () => socket.send('one')
      socket.onerror = () => failed(new Error('the WebSocket broke'))
      socket.onmessage = ({ data }) => {
        heard.push(data)
        if (heard.length === 1) socket.send('two')
        else socket.close(1000, 'enough')
      }
      socket.onclose = ({ code, wasClean }) => done({ heard, code, wasClean })
    })
    const work = async () => {
      await navigator.serviceWorker.register('/worker.js')
      await navigator.serviceWorker.ready
      if (navigator.serviceWorker.controller === null)
        await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }))
      const made = await (await fetch('/made-by-the-worker')).text()
      const through = await (await fetch('/large', { method: 'POST', body: new Uint8Array(300000) })).text()
      return { made, through }
    }
    const protocolOf = (path) => performance.getEntriesByType('resource').find(({ name }) => new URL(name).pathname === path).nextHopProtocol
    `,
  ],
  '/worker.js': [
    'text/javascript',
    `
    addEventListener('install', () => skipWaiting())
    addEventListener('activate', (event) => event.waitUntil(clients.claim()))
    addEventListener('fetch', (event) => {
      if (new URL(event.request.url).pathname === '/made-by-the-worker') event.respondWith(new Response('by the worker'))
    })
    `,
  ],
}

const asked: string[] = []

function answer(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
  const { ':path': path = '', ':method': method } = headers
  asked.push(`${method} ${path} ${headers['accept-encoding'] ?? ''}`)
  if (method === 'CONNECT') {
    stream.respond({ ':status': 200 })
    const socket: StreamSocket = new StreamSocket(stream, true, (text) => socket.send(`echo ${text}`))
    return
  }
  if (path === '/events') {
    stream.respond({ ':status': 200, 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    for (const word of ['first', 'second', 'third']) stream.write(`data: ${word}\n\n`)
    return
  }
  if (path === '/large') {
    let length = 0
    stream.on('data', (chunk: Buffer) => (length += chunk.length))
    stream.on('end', () => {
      stream.respond({ ':status': 200, 'content-type': 'text/plain' })
      stream.end(`${length} bytes`)
    })
    return
  }
  const [type, text] = FILES[path] ?? []
  if (type === undefined || text === undefined) {
    stream.respond({ ':status': 404 })
    stream.end()
    return
  }
  stream.respond({ ':status': 200, 'content-type': type, 'content-encoding': 'br' })
  stream.end(brotliCompressSync(text))
}

let weir: Weir
let browser: Chromium | undefined

async function open(): Promise<Page> {
  if (weir === undefined) {
    const site = await startH2Upstream(scope, { hosts: [HOST], takesWebSockets: true, onStream: answer })
    weir = await startWeir(scope, { upstreams: { [HOST]: site } })
  }
  browser ??= await Chromium.launch(scope, { proxyUrl: weir.proxyUrl, caFile: weir.caFile })
  const page = await browser.newPage()
  await page.watch()
  await page.open(`https://${HOST}/`)
  return page
}

chromiumTest(
  'a site with HTTP/2, Brotli, events, a WebSocket and a service worker works in a browser, without an error in its console',
  async (t) => {
    const page = await open()
    t.is(await page.evaluate('document.title'), 'Site')
    t.is(await page.evaluate('getComputedStyle(document.querySelector("h1")).color'), 'rgb(1, 2, 3)')
    t.is(await page.evaluate('protocolOf("/site.js")'), 'h2')
    t.deepEqual(await page.evaluate('events()'), ['first', 'second', 'third'])
    t.deepEqual(await page.evaluate('talk()'), { heard: ['echo one', 'echo two'], code: 1000, wasClean: true })
    t.deepEqual(await page.evaluate('work()'), { made: 'by the worker', through: '300000 bytes' })
    t.true(asked.some((line) => line.startsWith('GET /site.css') && line.includes('br')))
    t.false(asked.some((line) => line.includes('made-by-the-worker')))
    t.deepEqual(page.problems, [])
  },
)
