import test, { type ExecutionContext } from 'ava'
import { EMAIL, PHONE, policyOn } from '../../support/sample-policies.ts'
import { fileScope } from '../../support/scope.ts'
import { startUpstream } from '../../support/upstream.ts'
import { startWeir, type Weir } from '../../support/weir.ts'
import { ask, ListeningPage, prompt } from './chat.ts'

const scope = fileScope()
const HOST = 'chatgpt.com'
const CONVERSATION = `https://${HOST}/backend-api/f/conversation`
const SAID = { author: { role: 'assistant' }, content: { content_type: 'text', parts: ['Lima.'] } }
const ANSWER = `data: ${JSON.stringify({ p: '', o: 'add', v: { message: SAID } })}\n\n`
let weir: Weir
let browsers = 0

test.before(async () => {
  const upstream = await startUpstream(scope, {
    hosts: [HOST],
    answer: (_request, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(ANSWER),
  })
  // What one worker tells another is a moment on its way: notice-board.test.ts has that.
  weir = await startWeir(scope, {
    upstreams: { [HOST]: upstream },
    env: { WEIR_COACH_IN_ANSWER: 'on', WEIR_PROXY_WORKERS: '1', WEIR_TIER3: 'off' },
  })
  await weir.createPolicy(policyOn('EMAIL', 'coach', 'Mind addresses'))
  await weir.createPolicy(policyOn('PHONE', 'coach', 'Mind numbers'))
})

function browser(): { readonly cookie: string } {
  return { cookie: `__Host-weir-banner=${String(browsers++).padStart(22, 'c')}` }
}

async function send(t: ExecutionContext, cookies: object, text: string): Promise<string> {
  const { headers, ...rest } = prompt(text)
  return (await ask(t, weir, CONVERSATION, { ...rest, headers: { ...headers, ...cookies } })).body.toString()
}

test('where a page shows the banner, no answer has the line', async (t) => {
  const mine = browser()
  const page = await ListeningPage.open(t, weir, HOST, mine)
  for (let round = 0; round < 4; round++) t.is(await send(t, mine, `Write to ${EMAIL}`), ANSWER)
  await page.untilHeard('Mind addresses')
  t.is(page.notices.length, 1)
})

test('where no page listens, the answer has the line, and a page that opens then shows nothing', async (t) => {
  const mine = browser()
  t.regex(await send(t, mine, `Write to ${EMAIL}`), /Mind addresses.*Lima\./)
  const page = await ListeningPage.open(t, weir, HOST, mine)
  await send(t, mine, `Call ${PHONE}`)
  await page.untilHeard('Mind numbers')
  t.is(page.notices.length, 1)
})
