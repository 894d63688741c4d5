import type { UseNavigateResult } from '@tanstack/react-router'
import { useEffect } from 'react'
import { pauseOrResume } from '../live/connection.ts'
import { readPreference } from '../session/preferences.ts'

const PAGES = {
  d: '/',
  a: '/alerts',
  i: '/interactions',
  f: '/find',
  p: '/policies',
  s: '/services',
  w: '/webhooks',
  u: '/users',
  l: '/audit-log',
} as const

const MOMENT_MS = 1500

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

function pageOfKey(key: string): (typeof PAGES)[keyof typeof PAGES] | undefined {
  return Object.hasOwn(PAGES, key) ? PAGES[key as keyof typeof PAGES] : undefined
}

/** `g` and a letter go to a page, `/` to the first field, `p` pauses what moves by itself; they can be switched off (WCAG 2.1.4) on the page of one's own account. */
export function useKeys(navigate: UseNavigateResult<string>): void {
  useEffect(() => {
    // Long before any key: times of events begin with the page.
    let since = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      if (readPreference('keys') === 'off') return
      const page = event.timeStamp - since < MOMENT_MS ? pageOfKey(event.key) : undefined
      if (page === undefined && event.key === 'p') pauseOrResume()
      since = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (page !== undefined) void navigate({ to: page })
      if (event.key === '/') {
        event.preventDefault()
        document.querySelector<HTMLElement>('main input, main select')?.focus()
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [navigate])
}
