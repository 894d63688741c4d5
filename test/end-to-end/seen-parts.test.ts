import { createHash } from 'node:crypto'
import test from 'ava'
import { throughProxy } from '../support/dispatchers.ts'
import { type PromptAnswer, post } from '../support/prompts.ts'
import { EMAIL, IBAN, PHONE, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'

const scope = fileScope()
const OPENAI = 'api.openai.com'
let weir: Weir

test.before(async () => {
  const upstream = await startUpstream(scope, { hosts: [OPENAI] })
  weir = await startWeir(scope, {
    upstreams: { [OPENAI]: upstream },
    env: { WEIR_PROXY_WORKERS: '2', WEIR_DROP_BLOCKED_TURNS: 'off' },
  })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No bank data'))
  await weir.createPolicy(policyOn('EMAIL', 'coach', 'Mind addresses'))
  let asked = 0
  await until(
    async () => {
      for (let n = 0; n < 6; n++) if (action(await say(`Is ${EMAIL} known? ${asked++}`)) !== 'coach') return false
      return true
    },
    () => 'not every worker has the policies',
  )
})

/** Turns of a person and the model in alternation, as one request on a new connection: workers take turns. */
function say(...said: readonly string[]): Promise<PromptAnswer> {
  const messages = said.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }))
  return post(throughProxy(scope, weir), `https://${OPENAI}/v1/chat/completions`, { model: 'gpt-5', messages })
}

const action = ({ headers }: PromptAnswer) => headers['x-weir-action']

interface Recorded {
  readonly risk_score: number
  readonly enforced_action: string
  readonly classifications: readonly { readonly type: string }[]
  readonly content_metadata: { readonly context_findings: unknown; readonly seen_findings?: unknown }
}

async function recordOf(hash: string): Promise<Recorded> {
  let found: { id: string }[] = []
  await until(
    async () => {
      found = (await weir.api<{ id: string }[]>('GET', `/interactions/search?content_hash=${hash}`)).json
      return found.length > 0
    },
    () => 'it is not recorded',
  )
  return (await weir.api<Recorded>('GET', `/interactions/${found[0]?.id}`)).json
}

test.serial('what was coached once is not coached again when it comes as history, in any worker', async (t) => {
  const first = `Write to ${EMAIL}.`
  t.is(action(await say(first)), 'coach')
  // The other worker is told at once, which is not in no time.
  await until(
    async () => {
      for (let n = 0; n < 4; n++) if (action(await say(first, 'I have.', `Thank you ${n}.`)) !== undefined) return false
      return true
    },
    () => 'an old finding is still coached',
  )
  t.is(action(await say(first, 'I have.', 'Thank you 4.')), undefined)
  t.is(action(await say(first)), 'coach', 'who sends it anew asks anew')
  t.is(action(await say(first, 'I have.', `Also to ${EMAIL}.`)), 'coach', 'the same value in a new message is new')
  t.is(action(await say(`Do write to ${EMAIL}.`, 'I have.', 'Thanks.')), 'coach', 'another conversation')

  const record = await recordOf(createHash('sha256').update('Thank you 4.').digest('hex'))
  t.is(record.enforced_action, 'allow')
  t.is(record.risk_score, 0)
  t.deepEqual(record.classifications, [])
  t.deepEqual(record.content_metadata.context_findings, [])
  t.deepEqual(record.content_metadata.seen_findings, [{ type: 'EMAIL', count: 1 }])
})

test.serial('what is read out of an old message is old, whatever is read out of a new one', async (t) => {
  const packed = (text: string) => `{"said": "${text.replaceAll('@', '\\u0040').replaceAll('N', '\\u004e')}"}`
  const first = packed(`Write to ${EMAIL}.`)
  // What is packed stands beside the messages: what was let through is old wherever it comes again.
  await until(
    async () => {
      for (let n = 0; n < 4; n++)
        if (action(await say(first, 'I have.', `Thank you once more ${n}.`)) !== undefined) return false
      return true
    },
    () => 'what was read out of an old message is coached again',
  )
  t.is(action(await say(first, 'I have.', packed('Nothing new at all, really.'))), undefined)
  t.is(action(await say(first, 'I have.', packed(`And to somebody.else@acme.fr.`))), 'coach')
})

test.serial('what was blocked stays blocked, however often and beside whatever it comes', async (t) => {
  const secret = `My account is ${IBAN}`
  for (let n = 0; n < 3; n++) t.is((await say('Hello', 'Hello!', secret)).status, 400)
  t.is((await say('Hello', 'Hello!', 'Good day')).status, 200)
  for (let n = 0; n < 3; n++) t.is((await say('Hello', 'Hello!', secret, 'I see.', `And now ${n}?`)).status, 400)
})

test.serial('what was let through counts anew after a change of policies', async (t) => {
  const first = `Call ${PHONE}.`
  t.is((await say(first)).status, 200)
  t.is((await say(first, 'I have.', 'Thanks.')).status, 200)
  const policy = await weir.createPolicy(policyOn('PHONE', 'block', 'No numbers'))
  await until(
    async () => (await say(first, 'I have.', 'Thanks.')).status === 400,
    () => 'what was let through before the policy still passes',
  )
  t.is((await weir.api('DELETE', `/policies/${policy.id}`)).status, 204)
})

test.serial('a policy that needs what is new holds, also where it needs what is old', async (t) => {
  const conditions = ['EMAIL', 'PHONE'].map(
    (value) => ({ field: 'classifications', operator: 'contains', value }) as const,
  )
  await weir.createPolicy({ name: 'Not both', rules: { action: 'block', conditions } })
  const first = `Her address is ${EMAIL}.`
  await until(
    async () =>
      action(await say(first)) === 'coach' && (await say(first, 'Yes?', `Her number is ${PHONE}`)).status === 400,
    () => 'two halves of what is blocked together pass one after the other',
  )
  t.pass()
})
