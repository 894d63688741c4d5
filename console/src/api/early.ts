import { readPreference } from '../session/preferences.ts'
import { BASE, bearer, currentSession, onOtherPerson, renew } from '../session/session.ts'

/** What is not asked for by then is asked for anew: it would be old. */
const KEPT_MS = 15_000

const early = new Map<string, Promise<Response>>()

/**
 * Renews the session and asks for what the first page will ask for, before the code of that page is there. The queries
 * (queries.ts) then find their answers here: each path has to be written as they write it, which a test holds.
 */
export async function askFirst(): Promise<void> {
  if (!(await renew())) return
  for (const path of firstPaths()) {
    const answer = fetch(`${BASE}${path}`, { headers: { Authorization: `Bearer ${bearer()}` } })
    // Whoever takes it hears of it.
    answer.catch(() => undefined)
    early.set(`${BASE}${path}`, answer)
  }
  setTimeout(() => early.clear(), KEPT_MS)
}

/** The answer to a request that was made ahead, for the first who asks. */
export function takeEarly(url: string): Promise<Response> | undefined {
  if (early.size === 0) return undefined
  const path = url.slice(location.origin.length)
  const answer = early.get(path)
  early.delete(path)
  return answer
}

function firstPaths(): string[] {
  const session = currentSession()
  if (session.state !== 'in') return []
  const shell = ['/alerts?status=open&sort=-severity&limit=5', '/configuration']
  if (location.pathname !== '/') return shell
  const period = new URLSearchParams(location.search).get('period') ?? '24h'
  if (!/^\d+[hd]$/.test(period)) return shell
  const dashboard = [`/dashboard/stats?period=${period}&include=details`, ...shell, '/inventory?limit=500']
  if (session.user.role !== 'admin') return dashboard
  const steps = readPreference('setup') === 'hidden' ? [] : ['/setup']
  return [...dashboard, '/proxies?limit=500', ...steps]
}

onOtherPerson(() => early.clear())
