import { spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import test from 'ava'
import { sha256 } from '../../bin/release/checksums.ts'
import { COMMANDS, runCommand } from '../../cli/commands.ts'
import { loadSettings } from '../../config/settings.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { testWith } from '../support/optional.ts'
import { fileScope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'
import { PROOFS, type Proof, WHOLE_BLOCKS } from './proofs.ts'
import { commandsOf, DOCUMENTS, linesWithoutLanguage, ROOT, shellBlocks } from './shell-blocks.ts'

const ADMIN = 'npm run admin -- '
const PASSWORD = 'Another-Passw0rd'
const scope = fileScope()
const blocks = shellBlocks()
const nameOf = ({ document, heading }: { document: string; heading: string }) => `${document}: ${heading}`
const single = blocks.filter((block) => WHOLE_BLOCKS[nameOf(block)] === undefined)

/** The commands of a document that are shown to work in this way, in their order. */
function commandsShown(by: Proof, document?: string): string[] {
  return single
    .filter((block) => document === undefined || block.document === document)
    .flatMap((block) => block.commands.filter((command) => PROOFS[block.document]?.[command] === by))
}

test('a piece of shell is taken apart into its commands', (t) => {
  t.deepEqual(commandsOf('# first\na -b   # why\n\nc "# none" \\\n  d # e\nf \'x\ny\' &&\ng#h\n'), [
    'a -b',
    'c "# none" \\\n  d',
    "f 'x\ny' &&\ng#h",
  ])
  t.throws(() => commandsOf('a "b\n'))
})

test('every command of the documents is run by a test, or listed with the reason why not', (t) => {
  t.true(blocks.length > 15)
  for (const { document, commands } of single) {
    for (const command of commands)
      t.truthy(PROOFS[document]?.[command], `${document} has a command in no list: ${command}`)
  }
})

test('a block that names no language holds no commands', (t) => {
  const commands = linesWithoutLanguage().filter((line) =>
    /^[\w./-]+: (?:\$ |(?:[A-Z_]+=\S* )*(?:npm|npx|node|curl|docker|kubectl|systemctl|python3?|pip|sudo|export|git|openssl)\b)/.test(
      line,
    ),
  )
  t.deepEqual(commands, [])
})

test('the lists name nothing that the documents do not have, and tests that are there', (t) => {
  for (const name of Object.keys(WHOLE_BLOCKS)) t.true(blocks.map(nameOf).includes(name), name)
  for (const [document, proofs] of Object.entries(PROOFS)) {
    const commands = single.filter((block) => block.document === document).flatMap((block) => block.commands)
    t.deepEqual(
      Object.keys(proofs).filter((command) => !commands.includes(command)),
      [],
      document,
    )
  }
  for (const proof of [
    ...Object.values(PROOFS).flatMap((proofs) => Object.values(proofs)),
    ...Object.values(WHOLE_BLOCKS),
  ]) {
    if (typeof proof === 'object' && 'test' in proof) {
      t.true(existsSync(join(ROOT, proof.test)), proof.test)
      t.true(readFileSync(join(ROOT, proof.test), 'utf8').includes(proof.text), `${proof.test}: ${proof.text}`)
    }
  }
})

test('every command for administrators in the text has a name and options that exist', (t) => {
  let seen = 0
  for (const document of DOCUMENTS) {
    const text = readFileSync(join(ROOT, document), 'utf8')
    for (const [, given = ''] of text.matchAll(/`npm run (?:--silent )?admin -- ([^`]+)`/g)) {
      const said = given.replace(/\s+/g, ' ')
      const isGroup = COMMANDS.some(({ name }) => name.startsWith(`${said} `))
      if (said.startsWith('COMMAND') || isGroup) continue
      const command = COMMANDS.find(({ name }) => said === name || said.startsWith(`${name} `))
      t.truthy(command, `${document}: ${said}`)
      const known = ['json', 'help', ...(command?.options ?? []).map(({ name }) => name)]
      for (const [, option = ''] of said.matchAll(/ --([\w-]+)/g))
        t.true(known.includes(option), `${document}: ${said}`)
      seen += 1
    }
  }
  t.true(seen > 20, `${seen}`)
})

test('every script of npm in the documents is there', (t) => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }
  for (const document of DOCUMENTS) {
    const text = readFileSync(join(ROOT, document), 'utf8')
    for (const [said, name = ''] of text.matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g)) {
      t.true(name in scripts, `${document}: ${said}`)
    }
  }
})

test('the settings that the documents set are taken', (t) => {
  const commands = commandsShown('settings')
  t.true(commands.length > 8)
  for (const command of commands) {
    const folder = temporaryFolder(t)
    writeFileSync(join(folder, 'ca.pem'), rootCertificates[0] ?? '')
    const assigned = [...command.matchAll(/(WEIR_\w+)=(?:'([^']*)'|(\S*))/g)].map(([, name = '', quoted, bare]) => {
      const value = quoted ?? bare ?? ''
      return [name, name.endsWith('_CA') ? join(folder, 'ca.pem') : value] as const
    })
    t.true(assigned.length > 0, command)
    t.notThrows(() => loadSettings({ WEIR_DATA_DIR: folder, ...Object.fromEntries(assigned) }, folder), command)
  }
})

/** What an administrator does at a terminal of the API's machine, answering what is asked for with a password. */
async function administer(args: readonly string[]): Promise<string> {
  const terminal = {
    isInteractive: true,
    askSecret: () => Promise.resolve(PASSWORD),
    readAll: () => Promise.resolve(''),
    warn: () => {},
    progress: () => {},
  }
  const env = { WEIR_DATA_DIR: join(folder, 'data') }
  const { output, failure } = await runCommand(args, { env, cwd: folder, terminal })
  if (failure !== undefined) throw new Error(failure.message)
  return output
}

/** The words of a command as a shell would take them. */
const wordsOf = (command: string) =>
  [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, quoted, bare]) => double ?? quoted ?? bare ?? '')

let folder: string
let api: TestApi
test.before(async () => {
  folder = temporaryFolder(scope)
  api = await startTestApi(scope, { dataDir: join(folder, 'data'), env: { WEIR_API_TLS: 'auto' } })
  copyFileSync(join(folder, 'data/ca.pem'), join(folder, 'weir-ca.pem'))
  writeFileSync(join(folder, 'published.txt'), 'press@acme.example\n')
  const rules = { action: 'block', conditions: [{ field: 'classifications', operator: 'contains', value: 'EMAIL' }] }
  await api.request('POST', '/policies', { token: api.admin, json: { name: 'No e-mail', enabled: true, rules } })
})

/** Runs commands in one shell, in their order, in this folder; the first that fails ends it. */
async function runInShell(cwd: string, commands: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const shell = spawn('bash', ['-ec', commands.join('\n')], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...env },
    timeout: 60_000,
  })
  let text = ''
  for (const output of [shell.stdout, shell.stderr])
    output.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  const [code] = (await once(shell, 'close')) as [number]
  return { code, text }
}

// The files are those of the guide's command: where none is, it asks Python's certifi, which few machines have.
const shellTest = testWith(test, 'bash', 'curl', 'openssl', 'certificate authorities').serial

shellTest("the commands for a shell work: the operator's guide", async (t) => {
  const { origin, port } = new URL(api.server.url)
  const commands = commandsShown('shell', 'docs/operators-guide.md').map((command) =>
    command.replace('https://api.example:8443', origin).replace('127.0.0.1:8443', `127.0.0.1:${port}`),
  )
  t.is(commands.length, 5)
  const { code, text } = await runInShell(folder, commands, { TOKEN: api.admin })
  t.is(code, 0, text)
  t.true(text.includes(sha256(readFileSync(join(ROOT, 'config/check/weir-check.sh')))), text)
  t.true(text.includes('"kind":"pass_through"'), text)
})

shellTest('the commands for a shell work: the receivers of webhooks', async (t) => {
  const here = temporaryFolder(t)
  const { code, text } = await runInShell(here, commandsShown('shell', 'examples/webhook-receiver/README.md'))
  t.is(code, 0, text)
  const certificate = new X509Certificate(readFileSync(join(here, 'cert.pem')))
  t.is(certificate.checkHost('localhost'), 'localhost')
  t.is(certificate.checkIP('127.0.0.1'), '127.0.0.1')
})

shellTest('the commands for a shell work: releases', async (t) => {
  const release = temporaryFolder(t)
  const commands = commandsShown('shell', 'docs/releases.md')
  const write = (name: string, sum: string) => writeFileSync(join(release, name), sum)
  write('weir.tar.gz', 'archive')
  write('SHA256SUMS', `${sha256('archive')}  weir.tar.gz\n`)
  t.is((await runInShell(release, commands)).code, 0)
  write('weir.tar.gz', 'another')
  t.not((await runInShell(release, commands)).code, 0)
})

// In this order, and behind the guide's commands for a shell: the guide makes a second tenant, which the commands about policies
// would have to name, and a new CA, which the API does not have yet.
for (const document of ['docs/auditors.md', 'docs/policies.md', 'docs/operators-guide.md']) {
  test.serial(`the commands for administrators work: ${document}`, async (t) => {
    const commands = commandsShown('admin', document)
    t.true(commands.length > 1)
    let id = ''
    for (const command of commands) {
      const words = wordsOf(command.replace(ADMIN, '').replace('3fa85f64-5717-4562-b3fc-2c963f66afa6', id))
      await t.notThrowsAsync(async () => {
        id = /^[0-9a-f-]{36}/m.exec(await administer(words))?.[0] ?? id
      }, command)
    }
  })
}
