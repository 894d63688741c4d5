import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { preferredLanguage } from '../../../core/preferred-language.ts'
import { startTestApi } from '../../support/api.ts'
import { readOutbox } from '../../support/api-users.ts'

const FOLDER = join(import.meta.dirname, '../../../api/users/accept-page')

test('the link of an invitation leads to the page, in the reader’s language', async (t) => {
  const api = await startTestApi(t)
  await api.request('POST', '/users/invite', { token: api.admin, json: { email: 'jo@example.com', role: 'viewer' } })
  const link = /^(\S+)\/accept-invitation#token=\S+\r$/m.exec(readOutbox(api).join(''))
  t.is(link?.[1], new URL(api.server.url).origin)
  const open = (language?: string) =>
    api.request('GET', '//accept-invitation', {
      ...(language !== undefined && { headers: { 'accept-language': language } }),
    })
  const english = await open()
  t.is(english.status, 200)
  t.is(english.headers.get('content-type'), 'text/html; charset=utf-8')
  t.regex(english.text, /<html lang="en">/)
  t.notRegex(english.text, /\{\{|undefined/)
  const french = await open('fr-FR,fr;q=0.9,en;q=0.8')
  t.regex(french.text, /<html lang="fr">/)
  t.notRegex(french.text, /\{\{|undefined/)
  t.is(french.headers.get('content-language'), 'fr')
  t.is(french.headers.get('vary'), 'Accept-Language')
  t.not(french.headers.get('etag'), english.headers.get('etag'))
  const policy = english.headers.get('content-security-policy') ?? ''
  t.regex(policy, /default-src 'none'.*script-src 'self'/)
  t.notRegex(policy, /unsafe|https?:|\*/)
  for (const part of ['page.mjs', 'page.css']) {
    t.is((await api.request('GET', `//accept-invitation/${part}`)).status, 200)
    t.true(english.text.includes(`"accept-invitation/${part}"`))
  }
})

test('both languages say the same things, and the page names no other server', (t) => {
  const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')
  const names = (file: string) => Object.keys(JSON.parse(read(file))).sort()
  t.deepEqual(names('fr.json'), names('en.json'))
  for (const [, name = ''] of read('page.html').matchAll(/\{\{(\w+)\}\}/g))
    t.true(names('en.json').includes(name), name)
  for (const file of readdirSync(FOLDER)) {
    t.notRegex(read(file), /https?:|\/\/\w+\.\w|@import|url\(/, file)
    t.notRegex(read(file), /innerHTML|insertAdjacentHTML|document\.write|\beval\b|<script>|style=/, file)
  }
})

test('the language is the one liked most of those there are', (t) => {
  const languages = ['en', 'fr'] as const
  for (const [header, expected] of [
    [undefined, 'en'],
    ['', 'en'],
    ['fr', 'fr'],
    ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'fr'],
    ['de, fr;q=0.3', 'fr'],
    ['en;q=0.2, fr;q=0.3', 'fr'],
    ['fr;q=0', 'en'],
    ['*', 'en'],
    ['xx;q=oops,,;', 'en'],
  ] as const) {
    t.is(preferredLanguage(header, languages), expected, header)
  }
})
