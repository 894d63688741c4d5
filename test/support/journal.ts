import { appendFileSync } from 'node:fs'
import process from 'node:process'

let ofFile = ''

/** Of which test file's this process is. Whoever uses what tests use and is none has no journal. */
export function openJournal(file: string): void {
  ofFile = file
}

/** Appends "WHAT FILE WORDS" to the file that WEIR_TEST_JOURNAL names, as .ci/ reads it; nothing where it names none. */
export function noteInJournal(what: string, ...words: (string | number)[]): void {
  const journal = process.env.WEIR_TEST_JOURNAL ?? ''
  if (journal !== '' && ofFile !== '') appendFileSync(journal, `${[what, ofFile, ...words].join(' ')}\n`)
}
