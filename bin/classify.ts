import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { text as readAll } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { classify } from '../core/inspect/classify.ts'
import { riskScore } from '../core/risk.ts'
import { parseTier, runCommand } from './command.ts'

const USAGE = `usage: classify [--tier 1|2] [--jsonl]

Reads a text on standard input, or with --jsonl one {"id", "text"} a line, and prints
{"id", "classifications", "risk_score", "content_hash"} for each, one a line.
`

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { tier: { type: 'string' }, jsonl: { type: 'boolean' } } })
  const tier = parseTier(values.tier)
  if (values.jsonl !== true) {
    print(null, await readAll(process.stdin), tier)
    return
  }
  let line = 0
  for await (const json of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    line++
    if (json.trim() === '') continue
    const { id, text } = readRow(json, line)
    print(id, text, tier)
  }
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

function print(id: unknown, text: string, tier: 1 | 2): void {
  const { classifications } = classify(text, { tier })
  const result = {
    id,
    classifications,
    risk_score: riskScore(classifications),
    content_hash: createHash('sha256').update(text, 'utf8').digest('hex'),
  }
  process.stdout.write(`${JSON.stringify(result)}\n`)
}

await runCommand(USAGE, main)
