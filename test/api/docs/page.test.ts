import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { startTestApi } from '../../support/api.ts'

const FOLDER = join(import.meta.dirname, '../../../api/docs/page')

test('every file of the page is served, and named to the browser as what it is', async (t) => {
  const api = await startTestApi(t)
  const types: Record<string, string> = {
    html: 'text/html',
    css: 'text/css',
    mjs: 'text/javascript',
    svg: 'image/svg+xml',
  }
  for (const file of readdirSync(FOLDER)) {
    const path = file === 'page.html' ? '/docs' : `/docs/${file}`
    const answer = await api.request('GET', `/${path}`)
    t.is(answer.status, 200, path)
    t.is(answer.headers.get('content-type')?.split(';')[0], types[file.split('.').at(-1) ?? ''])
    t.is(answer.text, readFileSync(join(FOLDER, file), 'utf8'))
    t.is((await api.request('GET', path)).text, answer.text)
    const headers = { 'if-none-match': answer.headers.get('etag') ?? '' }
    t.is((await api.request('GET', `/${path}`, { headers })).status, 304)
  }
})

test('the page may run and load nothing but its own files', async (t) => {
  const api = await startTestApi(t)
  const { headers } = await api.request('GET', '//docs')
  const policy = headers.get('content-security-policy') ?? ''
  const directives = new Map(policy.split('; ').map((directive) => directive.split(/ (.*)/, 2) as [string, string]))
  t.is(directives.get('default-src'), "'none'")
  t.is(directives.get('frame-ancestors'), "'none'")
  for (const [name, value] of directives) {
    if (name.endsWith('-src')) t.regex(value, /^'(?:self|none)'$/, name)
  }
  t.is(headers.get('x-frame-options'), 'DENY')
})

test('the page names no other server', (t) => {
  for (const file of readdirSync(FOLDER)) {
    const text = readFileSync(join(FOLDER, file), 'utf8').replaceAll('http://www.w3.org/2000/svg', '')
    t.notRegex(text, /https?:|\/\/\w+\.\w|@import|url\(/, file)
    t.notRegex(text, /innerHTML|insertAdjacentHTML|document\.write|\beval\b|<script>|style=/, file)
  }
})
