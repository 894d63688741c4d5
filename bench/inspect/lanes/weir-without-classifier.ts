import { hash } from 'node:crypto'
import { decodeAtOnce } from '../../../proxy/body/decode.ts'
import { parseBody } from '../../../proxy/body/parse.ts'
import { readPrompt } from '../../../proxy/platforms/read.ts'
import { startWeirWith } from './weir-in-parts.ts'

const LARGEST = 10_485_760

/** Every prompt is parsed, hashed, judged and recorded, but nobody looks for anything in it. */
await startWeirWith('weir-without-classifier', ({ bytes, target, platform }) => {
  const decoded = decodeAtOnce(bytes, target.headers['content-encoding'], LARGEST)
  const parsed = parseBody(decoded.bytes, target.headers['content-type'])
  const { operation, prompt } = readPrompt(platform, target, parsed)
  const { interactionType, model, parts } = prompt
  const contentHash = hash('sha256', parts.map(({ text }) => text).join('\n'))
  const found = { classifications: [], contextFindings: [], origins: [], facts: [], findingTypes: [], newestTypes: [] }
  const result = {
    ...found,
    boilerplate: [],
    contentHash,
    contentHead: '',
    messages: 2,
    riskScore: 0,
    tier: 2,
    complete: true,
  } as const
  return { status: 'full', operation, prompt: { interactionType, model }, result, hasText: true }
})
