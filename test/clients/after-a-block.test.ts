import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { answerAsServices } from '../support/client-services.ts'
import { answerOnWebSockets } from '../support/codex-socket.ts'
import { testWith } from '../support/optional.ts'
import { IBAN } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { startUpstream } from '../support/upstream.ts'
import { until } from '../support/wire.ts'
import { type Agent, claudeCode, codex, geminiCli, installed, opencode } from './agents.ts'
import { environmentOf, HOSTS, openPlaceBefore, runProgram, type ServedPlace } from './clients-table.ts'

/** Gives a program a terminal. */
const TERMINAL = { command: 'apt-get install bsdutils', isThere: () => existsSync('/usr/bin/script') }

const scope = fileScope()
const SENTENCE =
  /This message was not sent\. The policy .{1,3}No IBAN.{1,3} does not allow it because it contains an IBAN\./
let place: ServedPlace
/** Where the services have WebSockets as well. */
let socketPlace: ServedPlace
let socketMessages: readonly string[]

test.before(async () => {
  const open = async () => startUpstream(scope, { hosts: HOSTS, answer: answerAsServices })
  const env = { WEIR_TIER3: 'off' }
  place = await openPlaceBefore(scope, await open(), env)
  const upstream = await open()
  socketMessages = answerOnWebSockets(scope, upstream)
  socketPlace = await openPlaceBefore(scope, upstream, env)
})

const say = async ({ ask, env }: Agent, where: ServedPlace, prompt: string, isNew = false) => {
  const { stdout, stderr } = await runProgram(ask(prompt, isNew), where, env)
  return { said: stdout.trim(), shown: `${stdout}${stderr}` }
}

/** Says something harmless, something that is blocked, and something harmless; all but the second is answered. */
async function goesOn(t: ExecutionContext, agent: Agent, where: ServedPlace): Promise<void> {
  t.timeout(300_000)
  t.is((await say(agent, where, 'Say hello', true)).said, 'Good morning')
  const blocked = await say(agent, where, `Pay ${IBAN}`)
  t.regex(blocked.shown, SENTENCE)
  t.false(blocked.shown.includes('Good morning'))
  const next = await say(agent, where, 'Say goodbye')
  t.is(next.said, 'Good morning', next.shown)
  t.deepEqual(arrived(where, IBAN), [], 'the service has seen it')
  t.true(arrived(where, 'Say goodbye').length > 0)
}

const arrived = ({ upstream }: ServedPlace, text: string) => [
  ...upstream.arrivals.map(({ body }) => body.toString()).filter((body) => body.includes(text)),
  ...(upstream === socketPlace.upstream ? socketMessages.filter((message) => message.includes(text)) : []),
]

const droppedAt = async ({ weir }: ServedPlace, platform: string) =>
  weir.listed(({ platform_id, content_metadata }) => platform_id === platform && content_metadata.dropped_turns === 1)

for (const [model, platform] of [
  ['anthropic/claude-opus-4-5', 'anthropic-api'],
  ['openai/gpt-5', 'openai-api'],
] as const) {
  const agent = opencode(model)
  testWith(test, installed(agent)).serial(`${agent.name} goes on after a block`, async (t) => {
    await goesOn(t, agent, place)
    t.true((await droppedAt(place, platform)).length > 0)
  })
}

testWith(test, installed(codex)).serial('Codex goes on after a block, over WebSockets', async (t) => {
  await goesOn(t, codex, socketPlace)
  const [record] = await droppedAt(socketPlace, 'openai-api')
  t.is(record?.content_metadata.method, 'WEBSOCKET')
})

testWith(test, installed(geminiCli)).serial(
  'Gemini CLI goes on after a block, and prints the sentence as it is',
  async (t) => {
    await goesOn(t, geminiCli, place)
    const { shown } = await say(geminiCli, place, `Pay ${IBAN}`)
    t.regex(
      shown,
      /_ApiError: "This message was not sent\. The policy “No IBAN” does not allow it because it contains an IBAN\. If you think/,
    )
  },
)

testWith(test, installed(claudeCode)).serial(
  'Claude Code stays refused, and the refusal says how to go back',
  async (t) => {
    t.timeout(300_000)
    t.is((await say(claudeCode, place, 'Say hello', true)).said, 'Good morning')
    const ways = /Claude Code sends it again with each later message\. .*press Esc twice, or type \/rewind/
    for (const prompt of [`Pay ${IBAN}`, 'Say goodbye']) {
      const { said } = await say(claudeCode, place, prompt)
      t.regex(said, SENTENCE)
      t.regex(said, ways)
    }
    t.deepEqual(arrived(place, IBAN), [])
  },
)

testWith(test, installed(claudeCode), TERMINAL).serial(
  'Claude Code: Esc Esc goes back to before the message that was refused',
  async (t) => {
    t.timeout(300_000)
    const { cwd, env } = environmentOf(place, {
      ...claudeCode.env,
      TERM: 'xterm-256color',
      COLUMNS: '120',
      LINES: '40',
    })
    const known = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true }
    const settings = {
      ...{ hasCompletedOnboarding: true, theme: 'dark', projects: { [cwd]: known } },
      customApiKeyResponses: { approved: ['fake'], rejected: [] },
    }
    writeFileSync(join(place.home, '.claude.json'), JSON.stringify(settings))
    const terminal = spawn('script', ['-qfec', claudeCode.program, '/dev/null'], { cwd, env })
    let seen = ''
    terminal.stdout.on('data', (data: Buffer) => {
      seen += data.toString()
    })
    t.teardown(() => terminal.kill())
    /** Spaces are moves of the cursor. */
    const shows = (text: string) =>
      seen.replace(/\u001b\[[0-9;?<>=]*[A-Za-z]|\s/g, '').includes(text.replaceAll(' ', ''))
    const waitFor = (text: string) =>
      until(
        () => shows(text),
        () => `it does not show “${text}”: ${seen.slice(-3000)}`,
        60_000,
      )
    const press = async (keys: string, expected: string) => {
      seen = ''
      terminal.stdin.write(keys)
      await waitFor(expected)
    }
    await waitFor('? for shortcuts')
    await press('Say hello', 'Say hello')
    await press('\r', 'Good morning')
    await press(`Pay ${IBAN}`, IBAN)
    await press('\r', 'type /rewind')
    await press('\u001b\u001b', 'Rewind')
    await press('\u001b[A', '❯')
    await press('\r', 'Restore conversation')
    await press('\r', IBAN)
    const before = arrived(place, 'Say goodnight').length
    await press('\u0015', '? for shortcuts')
    await press('Say goodnight', 'Say goodnight')
    // Of an answer that was on the screen before, the terminal gets no more than what differs.
    terminal.stdin.write('\r')
    const isSent = () => arrived(place, 'Say goodnight').length > before
    await until(isSent, () => `it does not send what is said next: ${seen.slice(-3000)}`, 60_000)
    t.deepEqual(arrived(place, IBAN), [])
  },
)
