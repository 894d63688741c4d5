import { createHash } from 'node:crypto'
import test from 'ava'
import { runBin } from './run.ts'

test('a text on standard input gives one line of JSON', async (t) => {
  const text = 'écris à marie.dupont@orange.fr'
  const { code, stdout, stderr } = await runBin('classify', [], text)
  t.is(stderr, '')
  t.is(code, 0)
  const result = JSON.parse(stdout)
  t.is(result.id, null)
  t.is(result.content_hash, createHash('sha256').update(text).digest('hex'))
  t.like(result.classifications[0], { type: 'EMAIL', value: 'marie.dupont@orange.fr', start: 8, end: 30 })
  t.true(result.risk_score > 0 && result.risk_score < 1)
})

test('--jsonl answers line by line, in order, with the ids given', async (t) => {
  const input = ['{"id":7,"text":"tel 06 12 34 56 78"}', '', '{"id":"b","text":"nothing"}', '{"text":"no id"}'].join(
    '\n',
  )
  const { code, stdout } = await runBin('classify', ['--jsonl', '--tier', '1'], input)
  t.is(code, 0)
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.deepEqual(
    rows.map((row) => row.id),
    [7, 'b', null],
  )
  t.deepEqual(
    rows.map((row) => row.classifications.length),
    [1, 0, 0],
  )
})

test('--jsonl splits at line feeds alone, whatever else a string holds', async (t) => {
  const texts = ['a\u2028b@acme.fr', 'c\u2029d', 'e\u0085f', 'g']
  const input = texts.map((text, id) => JSON.stringify({ id, text })).join('\n')
  t.true(input.includes('\u2028'))
  const { code, stdout, stderr } = await runBin('classify', ['--jsonl'], `${input.replace('\n', '\r\n')}\n`)
  t.deepEqual([code, stderr], [0, ''])
  const hashes = stdout.match(/(?<="content_hash":")[0-9a-f]+/g)
  t.deepEqual(
    hashes,
    texts.map((text) => createHash('sha256').update(text).digest('hex')),
  )
})

test('what is no row is named by its line, without its text', async (t) => {
  for (const bad of ['secret{', '{"id":1}', '[]', 'null', '{"text":5}']) {
    const { code, stderr } = await runBin('classify', ['--jsonl'], `{"text":"x"}\n${bad}\n`)
    t.is(code, 1, bad)
    t.regex(stderr, /^line 2 [a-zA-Z ]+\n$/, bad)
  }
})

test('tier 3 asks the provider of WEIR_TIER3 and adds to what tier 2 finds', async (t) => {
  const text = 'Our client Ferrolux SAS hires Petra Sovadina, write to jo@example.org'
  const { code, stdout, stderr } = await runBin('classify', ['--tier', '3'], text, { WEIR_TIER3: 'builtin' })
  t.deepEqual([code, stderr], [0, ''])
  const found: { type: string; value: string; start: number; end: number }[] = JSON.parse(stdout).classifications
  t.deepEqual(
    found.map(({ type, value }) => [type, value]),
    [
      ['ORGANIZATION', 'Ferrolux SAS'],
      ['PERSON_NAME', 'Petra Sovadina'],
      ['EMAIL', 'jo@example.org'],
    ],
  )
  for (const { start, end, value } of found) t.is(text.slice(start, end), value)
})

test('tier 3 without a server it needs, and with tier 3 off, exits 2 and says which setting', async (t) => {
  for (const WEIR_TIER3 of ['presidio', 'openai']) {
    const { code, stderr } = await runBin('classify', ['--tier', '3'], 'x', { WEIR_TIER3 })
    t.is(code, 2)
    t.regex(stderr, /^WEIR_TIER3_URL: is not set/)
  }
  const { code, stderr } = await runBin('classify', ['--tier', '3'], 'x', { WEIR_TIER3: 'off' })
  t.is(code, 2)
  t.regex(stderr, /WEIR_TIER3 is off/)
})

test('a tier 3 server that is not there exits 1, and the text is not in what is said', async (t) => {
  const env = { WEIR_TIER3: 'openai', WEIR_TIER3_URL: 'http://127.0.0.1:9/v1' }
  const { code, stdout, stderr } = await runBin('classify', ['--tier', '3'], 'my secret zibeline', env)
  t.deepEqual([code, stdout], [1, ''])
  t.regex(stderr, /cannot be reached \(ECONNREFUSED\)/)
  t.false(stderr.includes('zibeline'))
})

for (const args of [['--tier', '4'], ['--tier', '0'], ['--tier'], ['--nope'], ['file.txt']]) {
  test(`wrong usage exits 2 and says how it goes: ${args.join(' ')}`, async (t) => {
    const { code, stdout, stderr } = await runBin('classify', args)
    t.is(code, 2)
    t.is(stdout, '')
    t.regex(stderr, /usage: classify/)
  })
}
