import type { Edit } from './regions.ts'

/** chr(108)+chr(117), CHAR(0x41) || CHAR(66), String.fromCharCode(108) + ... */
const CALL =
  /(?:chr[wb]?|char|fromcharcode)\(\s?(0x[0-9a-f]{2}|[0-9]{2,3})\s?\)(?:\s?(?:\+|\.|,|&|\|\|)\s?(?:string\.)?)?/giy
const CALLS_MIN = 6
const NAME = /(?:chr[wb]?|char|fromcharcode)\($/i
const NAME_MAX = 12

/** Characters by calls with their codes, one after another. */
export function findCharacterCalls(text: string, calls: readonly number[]): Edit[] {
  const edits: Edit[] = []
  let done = 0
  for (const at of calls) {
    if (at < done) continue
    const from = Math.max(0, at - NAME_MAX)
    const name = NAME.exec(text.slice(from, at + 1))
    const found = name === null ? [] : callsAt(text, from + name.index)
    if (found.length >= CALLS_MIN) edits.push(...found)
    done = found.at(-1)?.end ?? 0
  }
  return edits
}

function callsAt(text: string, start: number): Edit[] {
  const found: Edit[] = []
  CALL.lastIndex = start
  for (let match = CALL.exec(text); match !== null; match = CALL.exec(text)) {
    const code = Number(match[1])
    if (code < 0x20 || code > 0x7e) break
    found.push({ start: match.index, end: CALL.lastIndex, text: String.fromCharCode(code) })
  }
  return found
}
