import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { configuration } from '../api/queries.ts'
import { endIdle } from '../session/session.ts'

const LOOKED_EVERY_MS = 5_000
/** Other tabs need not hear of every key. */
const TOLD_EVERY_MS = 2_000
const MINUTE_MS = 60_000
const SIGNS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const

/** Signs out when nobody has touched the console for a time, in any tab of this browser (WEIR_CONSOLE_IDLE_MINUTES). */
export function useIdle(): void {
  const minutes = useQuery(configuration).data?.console_idle_minutes ?? 0
  useEffect(() => {
    if (minutes === 0) return
    const tabs = new BroadcastChannel('weir.activity')
    let seen = Date.now()
    let told = 0
    const touch = () => {
      seen = Date.now()
      if (seen - told < TOLD_EVERY_MS) return
      told = seen
      tabs.postMessage(seen)
    }
    const look = () => {
      if (Date.now() - seen >= minutes * MINUTE_MS) void endIdle(minutes)
    }
    tabs.addEventListener('message', () => {
      seen = Date.now()
    })
    for (const sign of SIGNS) addEventListener(sign, touch, { passive: true, capture: true })
    // Timers of a sleeping machine and of hidden tabs are late.
    document.addEventListener('visibilitychange', look)
    const timer = setInterval(look, LOOKED_EVERY_MS)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      for (const sign of SIGNS) removeEventListener(sign, touch, { capture: true })
      tabs.close()
    }
  }, [minutes])
}
