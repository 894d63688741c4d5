import test, { type ExecutionContext } from 'ava'
import { parseBody } from '../../../proxy/body/parse.ts'
import { readPrompt } from '../../../proxy/platforms/read.ts'
import { isInTime } from '../../support/crowding.ts'
import { readRequest, targetOf } from '../../support/read-request.ts'

const URLS = [
  'https://api.openai.com/v1/chat/completions',
  'https://api.openai.com/v1/responses',
  'https://api.openai.com/v1/embeddings',
  'https://api.openai.com/v1/conversations',
  'https://api.openai.com/v1/moderations',
  'https://api.openai.com/v1/threads/runs',
  'https://api.openai.com/v1/threads/thread_1/messages',
  'https://api.openai.com/v1/threads/thread_1/runs/run_1/submit_tool_outputs',
  'https://api.anthropic.com/v1/messages',
  'https://api.anthropic.com/v1/messages/batches',
  'https://generativelanguage.googleapis.com/v1beta/models/g:generateContent',
  'https://generativelanguage.googleapis.com/v1beta/models/g:countTokens',
  'https://generativelanguage.googleapis.com/v1beta/models/g:batchGenerateContent',
  'https://generativelanguage.googleapis.com/v1beta/models/g:predict',
  'https://generativelanguage.googleapis.com/v1beta/interactions',
  'https://chatgpt.com/backend-api/f/conversation',
  'https://claude.ai/api/organizations/o/chat_conversations/c/completion',
  'https://claude.ai/unknown',
] as const

/** Names that mean something to some format, so that random objects get past the first look. */
const NAMES = [
  ...['messages', 'content', 'role', 'type', 'text', 'input', 'instructions', 'tool_calls', 'function', 'arguments'],
  ...['contents', 'parts', 'systemInstruction', 'functionCall', 'args', 'inlineData', 'data', 'source', 'requests'],
  ...['params', 'batch', 'inputConfig', 'instances', 'prompt', 'author', 'partial_query', 'attachments', 'output'],
  ...['thread', 'variables', 'summary', 'image_url', 'url', 'file', 'metadata', 'extracted_content', 'x', '__proto__'],
]
const TYPES = ['text', 'tool_use', 'tool_result', 'image', 'document', 'thinking', 'message', 'reasoning', 'mcp_call']
const SCALARS = [null, true, false, 0, -1, 1e300, 2 ** 53, '']

/** mulberry32: small, seeded, and good enough to vary shapes. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A random value in which every string is marked, so that each can be looked for. */
function randomValue(next: () => number, depth: number, marks: string[]): unknown {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T
  const kind = next()
  if (depth === 0 || kind < 0.25) {
    if (next() < 0.4) return pick(SCALARS)
    const mark = `Mark ${marks.length} of ${Math.floor(next() * 1e6)}.`
    marks.push(mark)
    return mark
  }
  if (kind < 0.55) {
    return Array.from({ length: Math.floor(next() * 4) }, () => randomValue(next, depth - 1, marks))
  }
  // Without a prototype, so that `__proto__` is a name like any other.
  const value: Record<string, unknown> = Object.create(null)
  for (let count = Math.floor(next() * 5); count > 0; count--) {
    const name = next() < 0.1 ? `Name ${marks.length} of ${Math.floor(next() * 1e6)}.` : pick(NAMES)
    if (name.startsWith('Name')) marks.push(name)
    if (!Object.hasOwn(value, name)) value[name] = name === 'type' ? pick(TYPES) : randomValue(next, depth - 1, marks)
  }
  return value
}

function excerpt(body: string, mark: string): string {
  const at = body.indexOf(mark)
  return body.slice(Math.max(0, at - 300), at + 100)
}

test('of random JSON every string and odd name is read, by every format, and none throws', (t) => {
  const next = random(20261124)
  let strings = 0
  for (let round = 0; round < 4000; round++) {
    const url = URLS[round % URLS.length] ?? URLS[0]
    const marks: string[] = []
    const body = JSON.stringify({
      messages: randomValue(next, 6, marks),
      contents: randomValue(next, 5, marks),
      input: randomValue(next, 5, marks),
      requests: randomValue(next, 5, marks),
      batch: randomValue(next, 5, marks),
      prompt: randomValue(next, 3, marks),
      system: randomValue(next, 3, marks),
      thread: randomValue(next, 4, marks),
      attachments: randomValue(next, 4, marks),
      instances: randomValue(next, 4, marks),
      generateContentRequest: randomValue(next, 4, marks),
    })
    const read = readRequest(url, body)
      .prompt.parts.map(({ text }) => text)
      .join('\n')
    for (const mark of marks) if (!read.includes(mark)) t.fail(`${url} does not read ${mark} in ${excerpt(body, mark)}`)
    strings += marks.length
  }
  t.true(strings > 40_000, `${strings} strings`)
})

function within(t: ExecutionContext, milliseconds: number, work: () => void): void {
  const started = performance.now()
  work()
  const took = performance.now() - started
  t.true(isInTime(started, milliseconds), `took ${Math.round(took)} ms`)
}

const DEEP = 100_000
const NESTED: Readonly<Record<string, (inner: string) => string>> = {
  arrays: (inner) => `${'['.repeat(DEEP)}${inner}${']'.repeat(DEEP)}`,
  objects: (inner) => `${'{"content":'.repeat(DEEP)}${inner}${'}'.repeat(DEEP)}`,
  'tool results': (inner) => `${'[{"type":"tool_result","content":'.repeat(DEEP)}${inner}${'}]'.repeat(DEEP)}`,
  documents: (inner) => `${'[{"type":"document","source":{"content":'.repeat(DEEP)}${inner}${'}}]'.repeat(DEEP)}`,
  images: (inner) => `{"type":"image","source":${'{"source":'.repeat(DEEP)}${inner}${'}'.repeat(DEEP)}}`,
}

for (const [name, nest] of Object.entries(NESTED)) {
  test(`${name} nested ${DEEP} deep are read to the bottom`, (t) => {
    for (const url of ['https://api.anthropic.com/v1/messages', 'https://claude.ai/unknown']) {
      const body = `{"messages":[{"role":"user","content":${nest('"At the bottom"')}}]}`
      within(t, 5000, () => {
        t.true(readRequest(url, body).lines.some((line) => line.includes('At the bottom')))
      })
    }
  })
}

test('a body of a million small strings is read in moderate time', (t) => {
  const body = Buffer.from(`{"messages":[${'"ab",'.repeat(999_999)}"ab"]}`)
  const { platform, target } = targetOf('https://api.openai.com/v1/chat/completions')
  within(t, 20_000, () => {
    t.true(readPrompt(platform, target, parseBody(body, 'application/json')).prompt.parts.length > 0)
  })
})

test('a text of nothing but backslashes, quotes or braces takes linear time', (t) => {
  for (const filler of ['\\\\', '\\"', '{', '[', '"', '\\u0041', '{"a":"']) {
    const text = `{${filler.repeat(300_000)}`
    within(t, 5000, () => {
      readRequest('https://api.openai.com/v1/chat/completions', text)
      readRequest('https://api.openai.com/v1/chat/completions', { messages: [{ role: 'user', content: text }] })
    })
  }
})

test('a path of any length is matched in linear time', (t) => {
  const path = `/v1/threads/${'a/'.repeat(100_000)}`
  const { platform } = targetOf('https://api.openai.com/')
  const target = { method: 'POST', path, query: new URLSearchParams(), headers: {} }
  within(t, 2000, () => {
    t.is(readPrompt(platform, target, parseBody(Buffer.from('{}'), 'application/json')).operation, 'generic')
  })
})
