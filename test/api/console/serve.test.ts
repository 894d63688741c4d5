import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import Koa from 'koa'
import { request } from 'undici'
import { ConsoleFiles } from '../../../api/console/files.ts'
import { serveConsole } from '../../../api/console/serve.ts'
import type { ApiState } from '../../../api/http/context.ts'
import { startTestApi } from '../../support/api.ts'
import { fileScope } from '../../support/scope.ts'
import { temporaryFolder } from '../../support/temp.ts'

const scope = fileScope()
const SCRIPT = 'console.log("weir")'

function build(folder: string, html = '<!doctype html>built'): void {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'assets/main-1a2b.js'), SCRIPT)
  writeFileSync(join(folder, 'assets/main-1a2b.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(folder, 'index.html'), html)
}

/** What the API serves from a folder, on a server of its own. */
async function serve(t: ExecutionContext, folder: string) {
  const koa = new Koa<ApiState>()
  koa.use(serveConsole(new ConsoleFiles(folder)))
  const server = createServer(koa.callback()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.teardown(() => server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
    const answer = await request(`${origin}${path}`, { method, headers })
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) }
  }
}

test('every page gets the same file, asked for again each time, and each asset one that is kept for ever', async (t) => {
  const folder = temporaryFolder(t)
  build(folder)
  const get = await serve(t, folder)
  for (const path of ['/', '/sign-in', '/interactions/x?a=b', '/audit-log']) {
    const { status, headers, body } = await get(path)
    t.is(status, 200, path)
    t.is(body.toString(), '<!doctype html>built')
    t.is(headers['content-type'], 'text/html; charset=utf-8')
    t.is(headers['cache-control'], 'private, no-cache')
    t.is((await get(path, { 'if-none-match': String(headers.etag) })).status, 304)
  }
  const asset = await get('/assets/main-1a2b.js')
  t.is(asset.body.toString(), SCRIPT)
  t.is(asset.headers['content-type'], 'text/javascript; charset=utf-8')
  t.is(asset.headers['cache-control'], 'public, max-age=31536000, immutable')
  t.is((await get('/assets/main-1a2b.js', {}, 'HEAD')).body.length, 0)
})

test('who takes Brotli gets what was compressed at the build', async (t) => {
  const folder = temporaryFolder(t)
  build(folder)
  const get = await serve(t, folder)
  const { headers, body } = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip, br' })
  t.is(headers['content-encoding'], 'br')
  t.is(headers.vary, 'Accept-Encoding')
  t.deepEqual(body, brotliCompressSync(SCRIPT))
  t.is((await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip' })).headers['content-encoding'], undefined)
})

test('no path leads out of the folder, and what no page is, is not the console’s', async (t) => {
  const folder = temporaryFolder(t)
  build(folder)
  writeFileSync(join(folder, 'secret'), 'secret')
  const get = await serve(t, folder)
  for (const path of [
    '/assets/../secret',
    '/assets/%2e%2e/secret',
    '/assets/..%2fsecret',
    '/secret',
    '/assets/',
    '/api/v1/x',
  ])
    t.is((await get(path)).status, 404, path)
  t.is((await get('/', {}, 'POST')).status, 404)
})

test('a console that is built meanwhile is found, and a newer one after it', async (t) => {
  const folder = temporaryFolder(t)
  const files = new ConsoleFiles(folder, 0)
  t.is(files.get(), undefined)
  build(folder, 'first')
  t.is(files.get()?.index.plain.toString(), 'first')
  build(folder, 'second')
  utimesSync(join(folder, 'index.html'), new Date(), new Date(Date.now() + 5000))
  t.is(files.get()?.index.plain.toString(), 'second')
  rmSync(join(folder, 'index.html'))
  t.is(files.get()?.index.plain.toString(), 'second')
})

test('without a console the root says what to do', async (t) => {
  const get = await serve(t, temporaryFolder(t))
  const { status, body } = await get('/')
  t.is(status, 200)
  t.regex(body.toString(), /not been built[\s\S]*npm start[\s\S]*href="\/docs"/)
  t.is((await get('/assets/main-1a2b.js')).status, 404)
})

test('pages may run and load nothing but their own files, and write no HTML', async (t) => {
  const api = await startTestApi(scope)
  const { status, headers } = await api.request('GET', '//')
  t.is(status, 200)
  const policy = headers.get('content-security-policy') ?? ''
  const directives = new Map(policy.split('; ').map((directive) => directive.split(/ (.*)/, 2) as [string, string]))
  t.is(directives.get('default-src'), "'none'")
  t.is(directives.get('require-trusted-types-for'), "'script'")
  t.is(directives.get('trusted-types'), "'none'")
  for (const [name, value] of directives) if (name.endsWith('-src')) t.regex(value, /^'(?:self|none)'$/, name)
  t.is(headers.get('x-frame-options'), 'DENY')
  t.is(headers.get('x-content-type-options'), 'nosniff')
  t.is((await api.request('GET', '//nothing-here')).status, 404)
})
