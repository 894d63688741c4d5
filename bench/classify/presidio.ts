import { BenchError } from '../errors.ts'
import type { Contestant } from './contestants.ts'

/** Presidio's analyzer is a service: only the time until it answers can be told, not its CPU time. */
export const PRESIDIO = {
  name: 'presidio-analyzer',
  variable: 'PRESIDIO_ANALYZER_URL',
  install:
    'docker run -p 5002:3000 mcr.microsoft.com/presidio-analyzer, with PRESIDIO_ANALYZER_URL=http://127.0.0.1:5002',
} as const

/** undefined where PRESIDIO_ANALYZER_URL names none. It has no recogniser of secrets, so what it finds is not judged. */
export function presidio(): Contestant | undefined {
  const url = process.env[PRESIDIO.variable]
  if (url === undefined) return undefined
  const endpoint = new URL('/analyze', url)
  return {
    name: PRESIDIO.name,
    isRemote: true,
    async find(text) {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text, language: 'en' }),
      })
      if (!response.ok) throw new BenchError(`${endpoint.href} answered ${response.status}`)
      return (await response.json()) as { start: number; end: number }[]
    },
  }
}
