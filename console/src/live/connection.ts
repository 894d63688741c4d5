import { focusManager, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { BASE, bearer, renew } from '../session/session.ts'

const GATHERED_MS = 400
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000
/** The session was revoked (docs/live-updates.md). */
const REVOKED = 4401

let isOn = false
let isPaused = false
let resume: () => void = () => {}
const listeners = new Set<() => void>()

function setOn(next: boolean): void {
  isOn = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export type LiveState = 'on' | 'off' | 'paused'

/** Whether changes arrive as they happen, or wait because somebody reads (WCAG 2.2.2). */
export function useLiveState(): LiveState {
  return useSyncExternalStore(listen, () => (isPaused ? 'paused' : isOn ? 'on' : 'off'))
}

export function isLivePaused(): boolean {
  return isPaused
}

/** What happens meanwhile is shown when it is resumed. Until then nothing is asked for again by the clock either, as in a tab that is not looked at. */
export function pauseOrResume(): void {
  isPaused = !isPaused
  focusManager.setFocused(isPaused ? false : undefined)
  for (const listener of listeners) listener()
  if (!isPaused) resume()
}

/** Which of the shown data an event makes old. New interactions never move a list: it counts them (features/interactions/ListPage.tsx). */
function keysOf(type: string): string[] {
  const [subject = ''] = type.split('.')
  if (subject === 'alert') return ['alerts', 'dashboard']
  if (subject === 'policy') return ['policies']
  if (subject === 'user') return ['users']
  if (type === 'interaction.created') return ['dashboard', 'newest']
  return type === 'interaction.classified' ? ['interaction'] : []
}

/** Follows /ws while somebody is signed in. @returns what ends it */
export function watchEvents(queries: QueryClient): () => void {
  let socket: WebSocket | undefined
  let wait = FIRST_WAIT_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let isEnded = false
  const old = new Set<string>()
  let isAllOld = false
  let isReconnected = false
  let gathering: ReturnType<typeof setTimeout> | undefined

  function gather(type: string): void {
    for (const key of keysOf(type)) old.add(key)
    gathering ??= setTimeout(() => {
      gathering = undefined
      show()
    }, GATHERED_MS)
  }

  function show(): void {
    if (isPaused || document.visibilityState !== 'visible') return
    if (isAllOld) void queries.invalidateQueries()
    else for (const key of old) void queries.invalidateQueries({ queryKey: [key] })
    isAllOld = false
    old.clear()
  }
  function renewAll(): void {
    isAllOld = true
    show()
  }
  resume = show
  document.addEventListener('visibilitychange', show)

  function connect(): void {
    const token = bearer()
    if (token === undefined || isEnded) return
    const url = new URL(`${BASE}/ws`, location.href)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    const current = new WebSocket(url, ['weir.v1', `bearer.${token}`])
    socket = current
    current.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as { type: string; event_type?: string }
      if (message.type === 'hello') {
        wait = FIRST_WAIT_MS
        setOn(true)
        // What happened while nothing was heard, and what could not be loaded meanwhile.
        if (isReconnected) renewAll()
        isReconnected = true
      }
      if (message.type === 'event') gather(message.event_type ?? '')
      if (message.type === 'gap') renewAll()
    })
    current.addEventListener('close', async ({ code }) => {
      setOn(false)
      isReconnected = true
      if (isEnded) return
      if (code === REVOKED && !(await renew())) return
      timer = setTimeout(connect, wait * (0.75 + Math.random() / 2))
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    })
  }

  connect()
  return () => {
    isEnded = true
    document.removeEventListener('visibilitychange', show)
    clearTimeout(timer)
    clearTimeout(gathering)
    socket?.close()
    setOn(false)
  }
}
