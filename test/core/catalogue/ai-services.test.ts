import test from 'ava'
import { AI_SERVICES, aiServiceAt, nameOfAiService } from '../../../core/catalogue/ai-services.ts'
import { createCatalogue } from '../../../proxy/platforms/catalogue.ts'

const HOSTS: readonly (readonly [host: string, id: string | undefined])[] = [
  ['chat.mistral.ai', 'mistral-lechat'],
  ['api.mistral.ai', 'mistral-api'],
  ['gemini.google.com', 'gemini-web'],
  ['copilot.microsoft.com', 'ms-copilot-consumer'],
  ['acme.openai.azure.com', 'azure-openai'],
  ['models.inference.ai.azure.com', 'github-models'],
  ['eastus.inference.ai.azure.com', 'azure-openai'],
  ['bedrock-runtime.eu-west-1.amazonaws.com', 'aws-bedrock'],
  ['vpce-1-ab.bedrock-runtime.us-east-1.vpce.amazonaws.com', 'aws-bedrock'],
  ['us-central1-aiplatform.googleapis.com', 'google-vertex-ai'],
  ['aiplatform.eu.rep.googleapis.com', 'google-vertex-ai'],
  ['q.us-east-1.amazonaws.com', 'amazon-q-kiro'],
  ['abc.chat.qbusiness.us-east-1.on.aws', 'amazon-q-business'],
  ['copilot-api.acme.ghe.com', 'github-copilot'],
  ['agentn.us.api5.cursor.sh', 'cursor'],
  ['api.deepseek.com', 'deepseek-api'],
  ['platform.deepseek.com', 'deepseek-web'],
  ['api.kimi.com', 'moonshot-api'],
  ['portal.qwen.ai', 'dashscope-api'],
  ['huggingface.co', 'huggingchat'],
  ['router.huggingface.co', 'huggingface-inference'],
  ['cdn-lfs.huggingface.co', undefined],
  ['duckduckgo.com', 'duck-ai'],
  ['links.duckduckgo.com', undefined],
  ['substrate.office.com', 'm365-copilot'],
  ['outlook.office.com', undefined],
  // Mostly something else.
  ['github.com', undefined],
  ['www.notion.so', undefined],
  ['www.bing.com', undefined],
  ['x.com', undefined],
  ['bucket.s3.amazonaws.com', undefined],
  ['storage.googleapis.com', undefined],
  ['acme.blob.core.windows.net', undefined],
  ['acme.sharepoint.com', undefined],
  ['lambda.us-east-1.on.aws', undefined],
  ['openai.com', undefined],
  ['chat.mistral.ai.evil.example', undefined],
  ['__proto__', undefined],
]

for (const [host, id] of HOSTS) {
  test(`${host} is ${id ?? 'no AI service'}`, (t) => {
    t.is(aiServiceAt(host), id)
  })
}

const hostsOf = (id: string) => AI_SERVICES.find((service) => service.id === id)?.hosts ?? []

/** A host that fits a pattern. */
const sampleOf = (pattern: string) => pattern.replaceAll('*', 'sample')

test('hosts that proxies intercept belong to the same service here, and the other way round', (t) => {
  const catalogue = createCatalogue({ interceptHosts: [], bypassHosts: [] })
  const ids = new Set<string>()
  for (const pattern of catalogue.hosts) {
    const id = catalogue.platformFor(sampleOf(pattern))?.id ?? ''
    ids.add(id)
    t.is(aiServiceAt(sampleOf(pattern)), id, pattern)
    t.true(hostsOf(id).includes(pattern), `${pattern} of ${id}`)
  }
  t.true(ids.size >= 5)
  for (const id of ids) {
    for (const pattern of hostsOf(id)) t.is(catalogue.platformFor(sampleOf(pattern))?.id, id, pattern)
  }
})

test('each host is of one service, and spelled as hosts are looked up', (t) => {
  const patterns = AI_SERVICES.flatMap(({ hosts }) => hosts)
  t.true(patterns.length > 110, `${patterns.length} hosts`)
  t.deepEqual(patterns, [...new Set(patterns)])
  for (const pattern of patterns) {
    t.regex(pattern, /^(\*\.|\*-)?[a-z0-9-]+(\.([a-z0-9-]+|\*))+$/, pattern)
    t.true(hostsOf(aiServiceAt(sampleOf(pattern)) ?? '').includes(pattern), pattern)
  }
})

test('each service is listed once; one that nobody knows is called by its id', (t) => {
  const ids = AI_SERVICES.map(({ id }) => id)
  t.is(new Set(ids).size, ids.length)
  t.deepEqual(nameOfAiService('openai-api'), { name: 'OpenAI API', category: 'api' })
  for (const id of ['host:chat.corp.example', '__proto__']) {
    t.deepEqual(nameOfAiService(id), { name: id, category: 'other' })
  }
})
