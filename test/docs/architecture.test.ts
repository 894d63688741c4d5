import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { DEFINITIONS } from '../../config/definitions.ts'

const ROOT = join(import.meta.dirname, '../..')
const ARCHITECTURE = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')

test('every file and folder that the architecture names is there', (t) => {
  const named = [
    ...ARCHITECTURE.matchAll(/`((?:api|bench|bin|certs|cli|config|core|examples|proxy|test|tier3)\/[\w./-]*)`/g),
  ]
  t.true(named.length > 40)
  for (const [, path = ''] of named) t.true(existsSync(join(ROOT, path)), path)
})

test('a file that is named without its folder is in the folder that was named last', (t) => {
  for (const walk of ARCHITECTURE.split(/^## /m)) {
    let folder = ''
    for (const [, path = ''] of walk.matchAll(/`([\w./-]+(?:\.ts|\/))`/g)) {
      if (path.includes('/')) {
        // A file of a folder within, as in `spool/spool.ts`, is found from the same place.
        const inFolder = folder !== '' && !existsSync(join(ROOT, path)) ? join(folder, path) : path
        t.true(existsSync(join(ROOT, inFolder)), inFolder)
        if (inFolder === path) folder = path.endsWith('/') ? path.slice(0, -1) : path.slice(0, path.lastIndexOf('/'))
      } else if (path !== 'main.ts') t.true(existsSync(join(ROOT, folder, path)), `${folder}/${path}`)
    }
  }
})

test('the table of folders has every area with what it may import', (t) => {
  const areas: Record<string, string[]> = JSON.parse(readFileSync(join(ROOT, 'bin/check/areas.json'), 'utf8'))
  for (const [area, imports] of Object.entries(areas)) {
    if (area === 'main.ts') continue
    const row = ARCHITECTURE.split('\n').find((line) => line.startsWith(`| \`${area}/\` |`))
    const last = row?.split('|').at(-2) ?? ''
    t.deepEqual(
      [...last.matchAll(/`(\w+)`/g)].map(([, name]) => name),
      imports,
      area,
    )
  }
})

test('every setting that a document names is one', (t) => {
  const settings = new Set(
    Object.values(DEFINITIONS).flatMap(({ variable, secret }) =>
      secret ? [variable, `${variable}_FILE`] : [variable],
    ),
  )
  const others = /^WEIR_(?:TEST|BENCH)_|^WEIR_(?:PUBLIC_HOST|MONGODB_PASSWORD|REDIS_PASSWORD|SECRETS|WS_URL|TOKEN)$/
  const documents = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('decisions'))
    .map((name) => `docs/${name}`)
  for (const path of [...documents, 'README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'examples/sidecar/README.md']) {
    for (const [name] of readFileSync(join(ROOT, path), 'utf8').matchAll(/\bWEIR_[A-Z0-9_]+[A-Z0-9]\b/g)) {
      t.true(settings.has(name) || settings.has(name.replace(/_FILE$/, '')) || others.test(name), `${path}: ${name}`)
    }
  }
})
