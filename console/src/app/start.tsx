import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { prefetchDashboard } from '../features/dashboard/queries.ts'
import { currentSession } from '../session/session.ts'
import { App } from './App.tsx'
import { queries } from './query-client.ts'
import { router } from './router.tsx'

/** As long as what is quick may take to be shown at once, without its skeleton first. */
const TOGETHER_MS = 150

/**
 * Shows the console, with what was asked for ahead where that comes in time.
 * @param asked settles once it is known who this is
 */
export async function start(asked: Promise<unknown>): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) return
  await Promise.race([asked.then(prepare), new Promise((resolve) => setTimeout(resolve, TOGETHER_MS))])
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

async function prepare(): Promise<void> {
  const session = currentSession()
  if (session.state !== 'in') return
  const page = router.load()
  if (location.pathname === '/') await prefetchDashboard(queries, location.search, session.user.role)
  await page
}
