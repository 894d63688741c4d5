import { useSyncExternalStore } from 'react'
import { t } from '../i18n/language.ts'
import { Untrusted } from './Untrusted.tsx'

interface Toast {
  readonly id: number
  readonly text: string
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

const SHOWN_MS = 8000
let toasts: readonly Toast[] = []
let next = 1
const listeners = new Set<() => void>()

function set(all: readonly Toast[]): void {
  toasts = all
  for (const listener of listeners) listener()
}

/** Says what was done; what has an action stays until it is closed. */
export function toast(text: string, action?: Toast['action']): void {
  const id = next++
  set([...toasts.slice(-2), { id, text, action }])
  if (action === undefined) setTimeout(() => close(id), SHOWN_MS)
}

function close(id: number): void {
  set(toasts.filter((one) => one.id !== id))
}

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, action }) => (
        <div key={id} className="toast">
          <span>
            <Untrusted text={text} />
          </span>
          {action !== undefined && (
            <button
              type="button"
              onClick={() => {
                close(id)
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" onClick={() => close(id)}>
            {t('dialog.close')}
          </button>
        </div>
      ))}
    </div>
  )
}
