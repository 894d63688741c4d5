import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a part of Weir worked with when it first started to the end; each a name or an id, never a secret. */
export type Facts = Readonly<Record<string, string>>

/** What is not as it was, in two parts without full stops, which a start says together and doctor one by one. */
export interface Discrepancy {
  readonly found: string
  /** What to do about it. */
  readonly mend: string
}

/**
 * `DATA_DIR/api-first-start.json` and `proxy-first-start.json`: written once, when the API or the proxy has started to its end on this
 * directory. A start that was killed before leaves none, and the next one goes on. What differs later was replaced, or is missing.
 */
export class FirstStart {
  readonly file: string

  constructor(dataDir: string, part: 'api' | 'proxy') {
    this.file = join(dataDir, `${part}-first-start.json`)
  }

  /** Undefined if there was none; nothing is known of it where the file was damaged. */
  read(): Facts | undefined {
    let text: string
    try {
      text = readFileSync(this.file, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
    return factsIn(text)
  }

  /** In one step: a crash leaves all of it, or nothing. */
  note(facts: Facts): void {
    const draft = `${this.file}.${process.pid}.new`
    writeFileSync(draft, `${JSON.stringify(facts)}\n`, { mode: 0o600, flush: true })
    renameSync(draft, this.file)
  }

  /** What comes next is a first start again. */
  forget(): void {
    rmSync(this.file, { force: true })
  }
}

function factsIn(text: string): Facts {
  try {
    return Object.fromEntries(
      Object.entries(Object(JSON.parse(text))).filter((fact): fact is [string, string] => typeof fact[1] === 'string'),
    )
  } catch {
    // That it is there says most.
    return {}
  }
}
