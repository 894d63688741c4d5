import { readFileSync } from 'node:fs'

/** The release, from package.json: one place to change it. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version
