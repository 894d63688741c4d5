import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { UsageError } from './errors.ts'

/** The terminal on which a command asks and warns. */
export interface Terminal {
  /** Whether a person is at the terminal and can be asked. */
  readonly isInteractive: boolean
  /** Asks for a line that is not shown while it is typed. @throws UsageError if the input is cancelled */
  askSecret(question: string): Promise<string>
  readAll(): Promise<string>
  warn(line: string): void
  /** Shows how far a command is, in the place of what it said before; an empty text takes it away. Nothing without a terminal. */
  progress(text: string): void
}

export function processTerminal(): Terminal {
  return {
    isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    askSecret,
    readAll: () => text(process.stdin),
    warn: (line) => process.stderr.write(`${line}\n`),
    progress: (text) => {
      if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`)
    },
  }
}

async function askSecret(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 })
  // Only now: from here on nothing that is typed is shown.
  process.stderr.write(question)
  try {
    const brokenOff = new Promise<never>((_resolve, reject) => {
      const refuse = () => reject(new UsageError('No password was given'))
      lines.once('SIGINT', refuse)
      lines.once('close', refuse)
    })
    return await Promise.race([lines.question(''), brokenOff])
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
