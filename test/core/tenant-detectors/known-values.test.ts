import { randomBytes } from 'node:crypto'
import test from 'ava'
import { compileDetectors } from '../../../core/tenant-detectors/compile.ts'
import { hashKnownValues, KnownValueError } from '../../../core/tenant-detectors/known-values.ts'
import { findings, served } from './support.ts'

const known = (values: readonly string[], fields: object = {}) => ({
  kind: 'known_values' as const,
  type: 'CODE_NAME',
  values,
  ...fields,
})

test('a known value is found wherever it stands, with its true place', (t) => {
  const detectors = [known(['Projet Aurore 2027', 'ctr-77120', '$ecret/Path!', 'Größenwahn9'])]
  const cases: [text: string, value: string][] = [
    ['où en est le Projet Aurore 2027 ?', 'Projet Aurore 2027'],
    ['"Projet Aurore 2027"', 'Projet Aurore 2027'],
    ['{"p":"Projet Aurore 2027","n":1}', 'Projet Aurore 2027'],
    ['{"p":"one\\nProjet Aurore 2027"}', 'Projet Aurore 2027'],
    ['(projet  aurore\n2027).', 'projet  aurore\n2027'],
    ['ProjetAurore-2027', 'ProjetAurore-2027'],
    ['<b>CTR 77120</b>', 'CTR 77120'],
    ['ctr77120', 'ctr77120'],
    ['key=$ecret/Path!;', '$ecret/Path!'],
    ['GROSSENWAHN9 größenwahn9', 'größenwahn9'],
    ['Projet Aurore 2027 und ctr-77120', 'Projet Aurore 2027'],
    ['项目Projet Aurore 2027代号', 'Projet Aurore 2027'],
  ]
  for (const [text, value] of cases) t.is(findings(detectors, text)[0], `CODE_NAME ${value}`, text)
})

test('what only looks like a known value is none', (t) => {
  const detectors = [known(['Projet Aurore 2027', 'ctr-77120'])]
  for (const text of [
    'Projet Aurore 20271',
    'monProjet Aurore 2027',
    'Projet Aurore',
    'ctr-771201',
    'xctr-77120',
    '',
  ]) {
    t.deepEqual(findings(detectors, text), [], text)
  }
})

test('disguises and encodings do not hide a known value', (t) => {
  const detectors = [known(['Projet Aurore 2027'])]
  for (const [disguise, text] of [
    ['zero width', 'le Projet Au\u200brore 2027 est'],
    ['full width', 'le Ｐｒｏｊｅｔ Ａｕｒｏｒｅ ２０２７ est'],
    ['no-break space', 'le Projet\u00a0Aurore\u202f2027 est'],
    ['combining marks', 'le Projet Auro\u0301re 2027 est'],
    ['base64', `data ${Buffer.from('le Projet Aurore 2027 est').toString('base64')} end`],
    ['hex', `data ${Buffer.from('Projet Aurore 2027 est la').toString('hex')} end`],
  ] as const) {
    t.true(
      findings(detectors, text).some((finding) => finding.startsWith('CODE_NAME ')),
      `${disguise}: ${findings(detectors, text)}`,
    )
  }
})

test('case counts where it is said to', (t) => {
  const exact = [known(['Orange2'], { ignore_case: false })]
  t.deepEqual(findings(exact, 'Orange2 orange2'), ['CODE_NAME Orange2'])
  t.deepEqual(findings([known(['Orange2'])], 'Orange2 orange2'), ['CODE_NAME Orange2', 'CODE_NAME orange2'])
})

test('values that would be found everywhere are refused, by their place and without being named', (t) => {
  for (const value of ['abcde', 'a b - c d e', 'aaaaaaa', '123-4567', '      ', 'x'.repeat(257), '1212121212121212']) {
    const error = t.throws(() => hashKnownValues(['Projet Aurore', value], true, randomBytes(32)), {
      instanceOf: KnownValueError,
    })
    t.is(error.index, 1, value)
    t.false(value.trim() !== '' && error.message.includes(value))
  }
  t.notThrows(() => hashKnownValues(['12345678', 'abcdef'], true, randomBytes(32)))
})

test('what is kept tells nothing of the values without the key, and differs with it', (t) => {
  const values = ['Projet Aurore 2027', 'correct horse battery']
  const { key: _key, ...one } = hashKnownValues(values, true, Buffer.alloc(32, 1))
  const { key: _other, ...two } = hashKnownValues(values, true, Buffer.alloc(32, 2))
  t.notRegex(JSON.stringify(one), /aurore|horse/i)
  t.not(one.hashes, two.hashes)
  t.not(one.tags, two.tags)
  t.deepEqual(one.lengths, [16, 19])
  t.is(Buffer.from(one.hashes, 'base64').length, 32)
  // The order in which they were given would tie one to another.
  t.deepEqual(hashKnownValues(values.toReversed(), true, Buffer.alloc(32, 1)).hashes, one.hashes)
})

test('every one of ten thousand known values is found, and nothing else of a long text', (t) => {
  const values = Array.from({ length: 10_000 }, (_, index) => `KX-${100_000 + ((index * 7919) % 1_000_003)}-${index}`)
  const { set } = compileDetectors([served(known(values))])
  const text = values.map((value, index) => `${value} KX-${index}-none`).join(', ')
  const found = set?.detect(text, () => false).candidates.map(({ start, end }) => text.slice(start, end))
  t.deepEqual(found, values)
})

test('looking for ten thousand known values costs microseconds', (t) => {
  const values = Array.from({ length: 10_000 }, () => randomBytes(12).toString('base64'))
  const { set } = compileDetectors([served(known(values))])
  const prose = 'le projet avance bien, la revue de presse est prête pour le client du contrat 2027.\n'
  const times: string[] = []
  // Twice the aims, for slower machines.
  for (const [length, mostMs] of [
    [2_000, 0.4],
    [50_000, 10],
  ] as const) {
    const text = prose.repeat(Math.ceil(length / prose.length)).slice(0, length)
    // The clock of processors ticks in steps longer than one run.
    const runs = 4_000_000 / length
    const before = process.threadCpuUsage()
    for (let run = 0; run < runs; run++) set?.detect(text, () => false)
    const { user, system } = process.threadCpuUsage(before)
    const ms = (user + system) / 1000 / runs
    times.push(`${length}: ${ms.toFixed(3)} ms`)
    t.true(ms < mostMs, times.join(', '))
  }
  t.log(times.join(', '))
})

test('a hostile text ends with the budget, not with the text', (t) => {
  const values = Array.from({ length: 250 }, (_, index) => `${'x'.repeat(index)}yz4711`)
  const { set } = compileDetectors([served(known(values))])
  let asked = 0
  const detection = set?.detect('x '.repeat(130_000), () => ++asked > 3)
  t.false(detection?.complete)
})
