import { isUtf8 } from 'node:buffer'
import { pictureTexts } from './picture.ts'

/** What is shorter occurs by chance in compressed data. */
const MIN_RUN = 8

/** A printable ASCII character, or white space's own controls. */
function isAscii(code: number): boolean {
  return (code >= 0x20 && code <= 0x7e) || code === 0x09 || code === 0x0a || code === 0x0d
}

/** The same for text of any script. */
function isUnicode(code: number): boolean {
  return code > 0x7f || isAscii(code)
}

/** By no expression: of a run of some megabytes, V8 keeps more to go back to than it has room for, and throws. */
function runsOf(text: string, isLegible: (code: number) => boolean): string[] {
  const runs: string[] = []
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && isLegible(text.charCodeAt(at))) continue
    if (at - start >= MIN_RUN) runs.push(text.slice(start, at))
    start = at + 1
  }
  return runs
}

/**
 * What a person could read in bytes that are no text, a run of characters a line: one control character in a letter must
 * not hide the letter. What a picture says stands first. NUL is a break, and once more nothing, so that UTF-16 is read too.
 */
export function legibleText(bytes: Buffer): string {
  const utf8 = isUtf8(bytes)
  const text = bytes.toString(utf8 ? 'utf8' : 'latin1')
  const isLegible = utf8 ? isUnicode : isAscii
  const runs = [...pictureTexts(bytes), ...runsOf(text, isLegible)]
  if (!text.includes('\0')) return runs.join('\n')
  const known = new Set(runs)
  for (const run of runsOf(text.replaceAll('\0', ''), isLegible)) known.add(run)
  return [...known].join('\n')
}

/** Runs of ASCII in bytes as they are. */
export function asciiRuns(bytes: Buffer): string[] {
  return runsOf(bytes.toString('latin1'), isAscii)
}

/** Runs of ASCII in a text. */
export function asciiRunsOf(text: string): string[] {
  return runsOf(text, isAscii)
}
