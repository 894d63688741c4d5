import { createHash } from 'node:crypto'
import { text as readAll } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { riskScore } from '../core/risk.ts'
import { parseTier, runCommand } from './command.ts'
import { openClassifier, type TieredClassifier } from './tiered-classifier.ts'

const USAGE = `usage: classify [--tier 1|2|3] [--jsonl]

Reads a text on standard input, or with --jsonl one {"id", "text"} a line, and prints
{"id", "classifications", "risk_score", "content_hash"} for each, one a line. Tier 3 asks the provider that WEIR_TIER3 names.
`

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { tier: { type: 'string' }, jsonl: { type: 'boolean' } } })
  const classifier = openClassifier(parseTier(values.tier))
  try {
    await classifyInput(classifier, values.jsonl === true)
  } finally {
    await classifier.close()
  }
}

async function classifyInput(classifier: TieredClassifier, isJsonl: boolean): Promise<void> {
  if (!isJsonl) {
    await print(null, await readAll(process.stdin), classifier)
    return
  }
  let line = 0
  for await (const json of linesOf(process.stdin)) {
    line++
    if (json.trim() === '') continue
    const { id, text } = readRow(json, line)
    await print(id, text, classifier)
  }
}

/**
 * Lines that end at LF alone (jsonlines.org). Node's readline ends them at U+2028 and U+2029 too, which JSON strings may
 * hold as they are (RFC 8259 section 7).
 */
async function* linesOf(input: NodeJS.ReadStream): AsyncGenerator<string> {
  let open: string[] = []
  for await (const chunk of input.setEncoding('utf8') as AsyncIterable<string>) {
    const [first = '', ...rest] = chunk.split('\n')
    open.push(first)
    for (const piece of rest) {
      yield open.join('')
      open = [piece]
    }
  }
  yield open.join('')
}

function readRow(json: string, line: number): { id: unknown; text: string } {
  let row: unknown
  try {
    row = JSON.parse(json)
  } catch {
    throw new Error(`line ${line} is not JSON`)
  }
  if (typeof row !== 'object' || row === null || !('text' in row) || typeof row.text !== 'string') {
    throw new Error(`line ${line} has no text`)
  }
  return { id: 'id' in row ? row.id : null, text: row.text }
}

async function print(id: unknown, text: string, classifier: TieredClassifier): Promise<void> {
  const classifications = await classifier.classify(text)
  const result = {
    id,
    classifications,
    risk_score: riskScore(classifications),
    content_hash: createHash('sha256').update(text, 'utf8').digest('hex'),
  }
  process.stdout.write(`${JSON.stringify(result)}\n`)
}

await runCommand(USAGE, main)
