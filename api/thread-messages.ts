import type { MessagePort } from 'node:worker_threads'
import type { Settings } from '../config/settings.ts'
import type { FaultReport } from '../core/fault.ts'
import type { ApiServer } from './server.ts'

/** Settings as they can be posted to a thread: a URL object cannot. */
export type ThreadSettings = { readonly values: Record<string, unknown>; readonly urls: Record<string, string> }

/** What the thread is started with. */
export interface ThreadStart {
  readonly settings: ThreadSettings
  /** Threads before this one that an error ended. */
  readonly restarts: number
  /** A new database may take the place of one that is missing. */
  readonly newDatabase: boolean
  /** Where the proxy hands over its records. */
  readonly records: MessagePort
}

/** What the thread is told while it runs. */
export type ThreadOrder = 'reload' | 'close'

export type StartedApi = Omit<ApiServer, 'reload' | 'close'>

export type ThreadMessage =
  | { readonly kind: 'started'; readonly api: StartedApi }
  | {
      readonly kind: 'failed'
      readonly code: string
      readonly message: string
      readonly problems?: readonly string[]
    }
  /** An error that nobody caught; the thread ends. */
  | { readonly kind: 'fault'; readonly report: FaultReport }

export function packSettings(settings: Settings): ThreadSettings {
  const packed: ThreadSettings = { values: {}, urls: {} }
  for (const [key, value] of Object.entries(settings)) {
    if (value instanceof URL) packed.urls[key] = value.href
    else packed.values[key] = value
  }
  return packed
}

export function reviveSettings({ values, urls }: ThreadSettings): Settings {
  const revived = Object.entries(urls).map(([key, href]) => [key, new URL(href)])
  return { ...values, ...Object.fromEntries(revived) } as Settings
}
