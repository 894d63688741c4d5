import { readFileSync } from 'node:fs'
import test from 'ava'
import { createCatalogue } from '../../proxy/platforms/catalogue.ts'
import { platformsDocument } from './platforms-document.ts'

const document = readFileSync(new URL('../../docs/platforms.md', import.meta.url), 'utf8')

test('the list of services is that of the catalogue', (t) => {
  t.is(document, platformsDocument())
})

test('every host that is decrypted stands under that heading', (t) => {
  const [, decrypted = ''] = document.split(/^## /m).slice(0, 2)
  for (const host of createCatalogue({ interceptHosts: [], bypassHosts: [] }).hosts) {
    t.true(decrypted.includes(`\`${host}\``), host)
  }
})
