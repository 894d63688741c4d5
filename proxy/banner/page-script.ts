import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What stands in a page: without the comments and indents that are for its readers. */
export const PAGE_SCRIPT = readFileSync(join(import.meta.dirname, 'page.mjs'), 'utf8')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('//'))
  .join('\n')
