import { createHash } from 'node:crypto'
import { isLinked } from '../../api/store/audit-chain.ts'
import { AuditEntry } from '../../core/model/audit.ts'
import { beginOf, type Manifest, PARTS, type Part } from './format.ts'

interface Found {
  readonly hash: ReturnType<typeof createHash>
  records: number
}

/** What a file has of each part. */
export class FoundParts {
  readonly #parts = new Map<Part, Found>()
  #lastAuditHash: string | undefined
  #firstPrevHash: string | undefined
  #unlinked: string | undefined

  /** @returns false if the line is of no part */
  add(line: Buffer): boolean {
    const name = PARTS.find((part) => line.subarray(0, beginOf(part).length).equals(Buffer.from(beginOf(part))))
    if (name === undefined) return false
    const found = this.#parts.get(name) ?? { hash: createHash('sha256'), records: 0 }
    this.#parts.set(name, found)
    found.hash.update(line).update('\n')
    found.records += 1
    if (name === 'audit_log') this.#follow(line, found.records)
    return true
  }

  problems({ parts, audit_log: log }: Manifest): string[] {
    const problems: string[] = []
    for (const name of PARTS) {
      const said = parts.filter((part) => part.name === name)
      const found = this.#parts.get(name)
      const records = found?.records ?? 0
      const [part] = said
      if (part === undefined || said.length > 1) problems.push(`The manifest does not name the part ${name} once`)
      else if (records === 0 && part.records > 0) {
        problems.push(`The part ${name} is missing: the manifest counts ${part.records} records`)
      } else if (records !== part.records) {
        problems.push(
          `The part ${name} was changed: it has ${records} records, and the manifest counts ${part.records}`,
        )
      } else if ((found?.hash ?? createHash('sha256')).digest('hex') !== part.sha256) {
        problems.push(`The part ${name} was changed: its SHA-256 is not that of the manifest`)
      }
    }
    if (this.#unlinked !== undefined) {
      problems.push(`The audit log is broken: ${this.#unlinked} does not follow on the one before`)
    } else if (this.#lastAuditHash !== undefined) {
      const isRange = this.#firstPrevHash === log.prev_hash && this.#lastAuditHash === log.last_hash
      if (!isRange) problems.push('The audit log does not begin or end with the hashes of the manifest')
    }
    return problems
  }

  #follow(line: Buffer, number: number): void {
    const entry = entryIn(line)
    if (entry === undefined) {
      this.#unlinked ??= `record ${number}`
      return
    }
    this.#firstPrevHash ??= entry.prev_hash
    if (!isLinked(entry, this.#lastAuditHash ?? entry.prev_hash)) this.#unlinked ??= `entry ${entry.id}`
    this.#lastAuditHash = entry.hash
  }
}

function entryIn(line: Buffer): AuditEntry | undefined {
  try {
    return AuditEntry.safeParse((JSON.parse(line.toString()) as { record?: unknown }).record).data
  } catch {
    // No JSON is no entry, which the caller says.
    return undefined
  }
}
