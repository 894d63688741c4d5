import { join } from 'node:path'
import test from 'ava'
import { mergeMarkers } from '../../bin/check/merge-markers.ts'
import { readProject } from '../../bin/check/project-files.ts'
import { unknownSettings } from '../../bin/check/setting-names.ts'
import { DEFINITIONS } from '../../config/definitions.ts'

const PROJECT = readProject(join(import.meta.dirname, '../..'))

test('a merge marker is found with its line', (t) => {
  for (const marker of ['<', '|', '>'].map((sign) => sign.repeat(7))) {
    t.deepEqual(mergeMarkers([{ path: 'a.md', text: `one\r\n${marker} theirs\r\n` }]), ['a.md:2: merge marker'], marker)
    t.deepEqual(mergeMarkers([{ path: 'a.md', text: `${marker}\n` }]), ['a.md:1: merge marker'], marker)
  }
})

test('headings, quotes and arrows are no merge markers', (t) => {
  const text = ['Title', '='.repeat(7), ` ${'<'.repeat(7)} indented`, `${'<'.repeat(8)} longer`, '>>> quoted'].join(
    '\n',
  )
  t.deepEqual(mergeMarkers([{ path: 'a.md', text }]), [])
})

test('no file of the project holds a merge marker', (t) => {
  t.deepEqual(mergeMarkers(PROJECT), [])
})

test('a variable that is no setting is found wherever the product names it', (t) => {
  const settings = new Set(['WEIR_PROXY_PORT'])
  const problem = (path: string) => [`${path}: WEIR_PROXY_PROT is not among the settings`]
  for (const text of [
    'env.WEIR_PROXY_PROT',
    "env['WEIR_PROXY_PROT']",
    '`WEIR_PROXY_PROT=${port}`',
    '// WEIR_PROXY_PROT.',
  ]) {
    t.deepEqual(unknownSettings([{ path: 'proxy/a.ts', text }], settings), problem('proxy/a.ts'), text)
  }
  t.deepEqual(unknownSettings([{ path: 'main.ts', text: 'WEIR_PROXY_PROT' }], settings), problem('main.ts'))
})

test('settings, constants, prefixes and the variables of tests are left alone', (t) => {
  const settings = new Set(['WEIR_PROXY_PORT'])
  const text =
    "env.WEIR_PROXY_PORT; const WEIR_HEADERS = ['x']; name.startsWith('WEIR_'); env.WEIR_TEST_X; env.WEIR_BENCH_Y"
  t.deepEqual(unknownSettings([{ path: 'api/a.ts', text }], settings), [])
  t.deepEqual(unknownSettings([{ path: 'test/a.ts', text: 'WEIR_NOTHING' }], settings), [])
})

test('the proxy writes no function where it assigns it to a property of something short-lived', (t) => {
  // V8 would keep all that the function reaches until the next full collection: proxy/http/when-settled.ts has the figures.
  const assigned = /^\s*(?!this\b)[\w.()]+\.#?\w+ (?:\?\?)?= (?:async )?(?:function\b|(?:\([^)]*\)|\w+) =>)/
  t.regex('      client.onSettled = (how) => {', assigned)
  t.notRegex('      const settled = (how) => {', assigned)
  // What runs in a browser is not the proxy.
  const ofTheProxy = PROJECT.filter(({ path }) => path.startsWith('proxy/') && path.endsWith('.ts'))
  const found = ofTheProxy.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (assigned.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  )
  t.deepEqual(found, [])
})

test('the product names no variable that is not a setting', (t) => {
  const settings = new Set(Object.values(DEFINITIONS).map(({ variable }) => variable))
  t.deepEqual(unknownSettings(PROJECT, settings), [])
})
