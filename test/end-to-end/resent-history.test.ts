import test from 'ava'
import { throughProxy } from '../support/dispatchers.ts'
import { post } from '../support/prompts.ts'
import { IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const scope = fileScope()
const OPENAI = 'api.openai.com'
const ANTHROPIC = 'api.anthropic.com'
const GEMINI = 'generativelanguage.googleapis.com'
let weir: Weir

test.before(async () => {
  const upstream = await startUpstream(scope, { hosts: [OPENAI, ANTHROPIC, GEMINI] })
  weir = await startWeir(scope, { upstreams: { [OPENAI]: upstream, [ANTHROPIC]: upstream, [GEMINI]: upstream } })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No bank data'))
  await weir.createPolicy(policyOn('EMAIL', 'coach', 'Mind addresses'))
})

/** Seven messages, the third of which holds what is refused. */
const SAID = ['Hello', 'Hello!', `My account is ${IBAN}`, 'I see.', 'Thank you', 'Not at all.', 'What is the weather?']
const isPerson = (index: number) => index % 2 === 0
const messages = SAID.map((content, index) => ({ role: isPerson(index) ? 'user' : 'assistant', content }))

const REQUESTS: readonly (readonly [name: string, url: string, body: unknown])[] = [
  [
    'chat completions',
    `https://${OPENAI}/v1/chat/completions`,
    { messages: [{ role: 'system', content: 'Help.' }, ...messages] },
  ],
  ['responses', `https://${OPENAI}/v1/responses`, { instructions: 'Help.', input: messages }],
  ['messages', `https://${ANTHROPIC}/v1/messages`, { system: 'Help.', messages, max_tokens: 9 }],
  [
    'generateContent',
    `https://${GEMINI}/v1beta/models/gemini-3-pro:generateContent`,
    { contents: SAID.map((text, index) => ({ role: isPerson(index) ? 'user' : 'model', parts: [{ text }] })) },
  ],
]

for (const [name, url, body] of REQUESTS) {
  test(`${name}: a refusal for an earlier message says which it was and how to go on`, async (t) => {
    const answer = await post(throughProxy(t, weir), url, body)
    t.is(answer.status, 400)
    t.true(
      answer.text.includes(
        'It is in an earlier message, number 3 of 7. Remove it or start a new conversation. If you think this is wrong, ask your security team and give the reference ',
      ),
      answer.text,
    )
    const id = String(answer.headers['x-weir-interaction'])
    t.true(answer.text.includes(`the reference ${id.slice(-10)}.`))
    t.true(decodeURIComponent(String(answer.headers['x-weir-message'])).includes(id.slice(-10)))
  })
}

const INSTRUCTIONS = `Refunds go to ${IBAN}.`
const FIRST_TURNS: readonly (readonly [name: string, url: string, body: unknown])[] = [
  [
    'chat completions',
    `https://${OPENAI}/v1/chat/completions`,
    {
      messages: [
        { role: 'system', content: INSTRUCTIONS },
        { role: 'user', content: 'hi' },
      ],
    },
  ],
  ['responses', `https://${OPENAI}/v1/responses`, { instructions: INSTRUCTIONS, input: 'hi' }],
  [
    'messages',
    `https://${ANTHROPIC}/v1/messages`,
    { system: INSTRUCTIONS, messages: [{ role: 'user', content: 'hi' }], max_tokens: 9 },
  ],
  [
    'generateContent',
    `https://${GEMINI}/v1beta/models/gemini-3-pro:generateContent`,
    { systemInstruction: { parts: [{ text: INSTRUCTIONS }] }, contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
  ],
]

for (const [name, url, body] of FIRST_TURNS) {
  test(`${name}: a refusal in a first turn says that the instructions hold it, not the message`, async (t) => {
    const answer = await post(throughProxy(t, weir), url, body)
    t.is(answer.status, 400)
    t.true(
      answer.text.includes(
        'It is not in your message, but in what the application sends along with it: instructions, tools or settings.',
      ),
      answer.text,
    )
  })
}

test('a coach text names the reference too', async (t) => {
  const answer = await post(throughProxy(t, weir), `https://${OPENAI}/v1/responses`, {
    input: 'to jeanne.martin@acme.fr',
  })
  t.is(answer.status, 200)
  const id = String(answer.headers['x-weir-interaction'])
  t.true(String(answer.headers['x-weir-message']).endsWith(`give the reference ${id.slice(-10)}.`))
  t.is((await weir.interaction(id)).id, id)
})

test('a refusal and a warning are in French where the person’s browser asks for it', async (t) => {
  const url = `https://${OPENAI}/v1/chat/completions`
  const language = { 'accept-language': 'fr-FR,fr;q=0.9' }
  const say = (content: string) => post(throughProxy(t, weir), url, { messages: [{ role: 'user', content }] }, language)
  const refused = await say(`Pay ${IBAN}`)
  t.is(refused.status, 400)
  t.true(refused.text.includes('La règle « No bank data » ne l’autorise pas, car il contient un IBAN.'), refused.text)
  const coached = await say('Write to jeanne.martin@acme.fr')
  t.true(decodeURIComponent(String(coached.headers['x-weir-message'])).includes('Il contient une adresse e-mail.'))
})
