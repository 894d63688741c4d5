import type { Settings } from '../config/settings.ts'
import type { ApiServer } from './server.ts'

/** Settings as they can be posted to a thread: a URL object cannot. */
export type ThreadSettings = { readonly values: Record<string, unknown>; readonly urls: Record<string, string> }

export type ThreadMessage =
  | { readonly kind: 'started'; readonly api: Omit<ApiServer, 'close'> }
  | {
      readonly kind: 'failed'
      readonly code: string
      readonly message: string
      readonly problems?: readonly string[]
    }

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
