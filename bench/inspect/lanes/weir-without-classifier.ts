import { hash } from 'node:crypto'
import { decodeAtOnce } from '../../../proxy/body/decode.ts'
import { parseBody } from '../../../proxy/body/parse.ts'
import { readPrompt } from '../../../proxy/platforms/read.ts'
import { startWeirWith } from './weir-in-parts.ts'

const LARGEST = 10_485_760
const FOUND = {
  classifications: [],
  contextFindings: [],
  origins: [],
  facts: [],
  findingTypes: [],
  newestTypes: [],
  lastTypes: [],
}
const REST = { boilerplate: [], contentHead: '', messages: 2, riskScore: 0, tier: 2, complete: true } as const

function nothingFound(contentHash: string) {
  return { ...FOUND, ...REST, contentHash }
}

/** Every prompt is parsed, hashed, judged and recorded, and every answer read, hashed and recorded; nobody looks for anything in them. */
await startWeirWith('weir-without-classifier', ({ bytes, target, platform, text }) => {
  // Its hash is made by the reader of answers.
  if (text !== undefined) return { status: 'full', operation: 'answer', result: nothingFound(''), hasText: true }
  const decoded = decodeAtOnce(bytes, target.headers['content-encoding'], LARGEST)
  const parsed = parseBody(decoded.bytes, target.headers['content-type'])
  const { operation, prompt } = readPrompt(platform, target, parsed)
  const { interactionType, model, parts } = prompt
  const contentHash = hash('sha256', parts.map(({ text }) => text).join('\n'))
  const result = nothingFound(contentHash)
  return { status: 'full', operation, prompt: { interactionType, model }, result, hasText: true }
})
