import { readdirSync } from 'node:fs'

/**
 * The project's test files, as paths from its root. Packages below test/ bring test files of their own, which ava leaves out by
 * itself: a list that holds them never ends well.
 */
export const testFiles = () =>
  readdirSync('test', { recursive: true })
    .filter((path) => path.endsWith('.test.ts') && !path.split('/').includes('node_modules'))
    .map((path) => `test/${path}`)
