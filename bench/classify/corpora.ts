import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export interface Span {
  readonly start: number
  readonly end: number
}

/** A row of a corpus (bench/README.md, classify); offsets are UTF-16 units. */
export interface LabelledText {
  readonly text: string
  readonly source?: string
  readonly spans?: readonly Span[]
  /** Labelled as no secrets. */
  readonly not_spans?: readonly Span[]
  readonly negative_for?: unknown
}

/** The rows that have a text; undefined where the corpus is not there. */
export function readCorpus(folder: string, name: string): readonly LabelledText[] | undefined {
  const file = join(folder, `${name}.jsonl.gz`)
  if (!existsSync(file)) return undefined
  const rows: LabelledText[] = []
  for (const line of gunzipSync(readFileSync(file)).toString('utf8').split('\n')) {
    if (line === '') continue
    const row = JSON.parse(line) as Partial<LabelledText>
    if (typeof row.text === 'string') rows.push({ ...row, text: row.text })
  }
  return rows
}
