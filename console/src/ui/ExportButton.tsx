import { useState } from 'react'
import { number, t } from '../i18n/language.ts'
import { csvOf } from '../text/csv.ts'
import { problemOf } from '../text/problem.ts'
import { save } from '../text/save.ts'
import { failureOf } from '../wire/failure.ts'
import { remedyOf } from './States.tsx'

/** Of one request. */
const PAGE = 500
/** More would be a file that a browser holds in memory, and hundreds of requests of a tenant's allowance. */
const MOST = 10_000
const PAGES_MAX = (2 * MOST) / PAGE
const PAUSE_MS = 100

export interface Exported {
  /** What the first line of the file says besides the time and the number of rows. */
  readonly facts: readonly string[]
  /** Rows begin with an id. */
  readonly read: (
    page: number,
    limit: number,
  ) => Promise<{ readonly rows: readonly string[][]; readonly total: number }>
}

interface Props {
  readonly file: string
  readonly columns: readonly string[]
  readonly begin: () => Promise<Exported>
}

/** A list as a CSV file, made in the browser page by page. It says in the file and here how much of the list it has. */
export function ExportButton({ file, columns, begin }: Props) {
  const [done, setDone] = useState<number>()
  const [told, tell] = useState('')
  async function run() {
    tell('')
    setDone(0)
    try {
      const { facts, read } = await begin()
      const rows: string[][] = []
      let total = 0
      let isWhole = false
      const seen = new Set<string | undefined>()
      for (let page = 1; rows.length < MOST && page <= PAGES_MAX; page += 1) {
        if (page > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
        const found = await read(page, PAGE)
        // What arrives meanwhile moves rows to the next page, which has them again.
        for (const row of found.rows) {
          if (seen.has(row[0]) || rows.length === MOST) continue
          seen.add(row[0])
          rows.push(row)
        }
        setDone(rows.length)
        // A total may be an estimate: the last page is not.
        isWhole = found.rows.length < PAGE || rows.length >= found.total
        total = isWhole ? rows.length : Math.max(found.total, rows.length)
        if (isWhole) break
      }
      const count = isWhole ? `${total} rows` : `${rows.length} of ${total} rows: npm run admin -- export writes all`
      save(file, csvOf([[`Weir ${new Date().toISOString()}`, count, ...facts], columns, ...rows]))
      tell(t(isWhole ? 'export.whole' : 'export.part', { count: rows.length, total: number(total) }))
    } catch (error) {
      const failure = failureOf(error)
      tell(t('export.failed', { why: failure.status === 400 ? problemOf(failure) : remedyOf(failure) }))
    } finally {
      setDone(undefined)
    }
  }
  return (
    <>
      <button type="button" className="button" disabled={done !== undefined} onClick={() => void run()}>
        {done === undefined ? t('export.csv') : t('export.busy', { count: done })}
      </button>
      <span className="muted small" role="status">
        {told}
      </span>
    </>
  )
}
