import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { findModelFiles, modelFolder } from '../../tier3/model/files.ts'
import { createModelProvider } from '../../tier3/model/provider.ts'
import { Tier3Error } from '../../tier3/provider.ts'
import { testWith } from '../support/optional.ts'
import { temporaryFolder } from '../support/temp.ts'
import { writeModel, writeRuntime } from '../support/token-classifier.ts'

const BUDGET_MS = 60_000

function open(t: ExecutionContext, change?: Parameters<typeof writeModel>[1]) {
  const folder = temporaryFolder(t)
  writeModel(folder, change)
  writeRuntime(folder)
  const provider = createModelProvider({ files: findModelFiles(folder), inBackground: false })
  t.teardown(() => provider.close())
  return { folder, provider }
}

test('names that the model sees and rules confirm, organisations and topics, with offsets into the text', async (t) => {
  const { provider } = open(t)
  const text =
    'Ask nathalie brissac and Zorana about the notice period and the severance. Then Brissac signs for Ferrolux SAS.'
  const found = await provider.classify(text, { budgetMs: BUDGET_MS })
  for (const { value, start, end } of found) t.is(text.slice(start, end), value)
  t.deepEqual(
    found.filter(({ type }) => !type.startsWith('TOPIC_')).map(({ type, value }) => [type, value]),
    [
      ['PERSON_NAME', 'nathalie brissac'],
      ['PERSON_NAME', 'Zorana'],
      ['PERSON_NAME', 'Brissac'],
      ['ORGANIZATION', 'Ferrolux SAS'],
    ],
  )
  t.true(found.some(({ type }) => type === 'TOPIC_HR'))
})

test('names that tier 2 has found are not found again, and make others of the text more likely', async (t) => {
  const { provider } = open(t)
  const text = 'Nathalie Brissac, Petrova'
  const known = [{ type: 'PERSON_NAME', value: 'Nathalie Brissac', score: 0.9, start: 0, end: 16 }]
  const found = await provider.classify(text, { budgetMs: BUDGET_MS, known })
  t.deepEqual(
    found.map(({ value }) => value),
    ['Petrova'],
  )
})

test('long and hostile texts have findings at their true places', async (t) => {
  const { provider } = open(t)
  const prose = `${'The invoice, for Paris. '.repeat(400)}Ask Nathalie Brissac.`
  const [found] = await provider.classify(prose, { budgetMs: BUDGET_MS })
  t.like(found, { value: 'Nathalie Brissac', start: prose.indexOf('Nathalie') })
  for (const text of [
    '\ud800\u0000',
    'A'.repeat(60_000),
    'Brissac'.repeat(3000),
    '\u0301'.repeat(5000),
    '😀 Zorana\ud83d'.repeat(500),
  ]) {
    for (const { value, start, end } of await provider.classify(text, { budgetMs: BUDGET_MS })) {
      t.is(text.slice(start, end), value)
    }
  }
})

test('a fault of the runtime ends the thread, and the next text gets another', async (t) => {
  const { provider } = open(t)
  await t.throwsAsync(provider.classify('The crash of Zorana', { budgetMs: BUDGET_MS }), {
    instanceOf: Tier3Error,
    code: 'ERR_TIER3_CRASHED',
  })
  t.is((await provider.classify('Ask Nathalie Brissac', { budgetMs: BUDGET_MS })).length, 1)
})

test('a model that does not fit its files says so, and no text', async (t) => {
  const { provider } = open(t, { labels: 5 })
  const error = await t.throwsAsync(provider.classify('Ask Nathalie Brissac', { budgetMs: BUDGET_MS }), {
    instanceOf: Tier3Error,
    code: 'ERR_TIER3_UNAVAILABLE',
  })
  t.is(error.message, 'the labels of config.json are not those of the model')
})

test('a model whose files are broken is unavailable with the reason', async (t) => {
  const { folder, provider } = open(t)
  writeFileSync(join(folder, 'config.json'), '{"id2label":{"0":"O","1":"B-LOC"}}')
  const error = await t.throwsAsync(provider.classify('Zorana', { budgetMs: BUDGET_MS }), {
    code: 'ERR_TIER3_UNAVAILABLE',
  })
  t.is(error.message, 'config.json has no label for names of persons')
  writeFileSync(join(folder, 'config.json'), '{')
  await t.throwsAsync(provider.classify('Zorana', { budgetMs: BUDGET_MS }), { message: /config\.json is not JSON/ })
})

test('what is missing is named before anything starts', (t) => {
  const folder = temporaryFolder(t)
  t.throws(() => findModelFiles(folder), {
    code: 'ERR_TIER3_MODEL',
    message: /no model\.onnx, tokenizer\.json, config\.json/,
  })
  writeModel(folder)
  t.throws(() => findModelFiles(folder), { message: /onnxruntime-node is not installed/ })
  rmSync(join(folder, 'tokenizer.json'))
  t.throws(() => findModelFiles(folder), { message: /has no tokenizer\.json;/ })
})

test('the folder is that of WEIR_TIER3_MODEL, or else in the data directory', (t) => {
  t.is(modelFolder('/data', undefined), join('/data', 'tier3-model'))
  t.is(modelFolder('/data', '/models/x'), '/models/x')
})

const REAL = process.env.WEIR_TEST_TIER3_MODEL
const withModel = testWith(test, {
  command: 'npm run admin -- model install, and set WEIR_TEST_TIER3_MODEL to DATA_DIR/tier3-model',
  isThere: () => REAL !== undefined,
})
withModel('the model that the command installs finds names in both languages', async (t) => {
  const provider = createModelProvider({ files: findModelFiles(REAL ?? ''), inBackground: false })
  t.teardown(() => provider.close())
  for (const [text, value] of [
    ['please ask nathalie brissac about the invoice', 'nathalie brissac'],
    ['Le contrat de Zorana Petrovic est prêt.', 'Zorana Petrovic'],
  ] as const) {
    const found = await provider.classify(text, { budgetMs: BUDGET_MS })
    t.true(
      found.some((finding) => finding.type === 'PERSON_NAME' && finding.value === value),
      text,
    )
  }
})
