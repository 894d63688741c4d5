/** How somebody likes the console: the only thing that stays in the browser. */
export interface Preferences {
  readonly language?: string
  readonly theme?: string
  readonly keys?: string
  /** `hidden`: the first steps are done, or not asked for any more. */
  readonly setup?: string
}

const KEY = 'weir.preferences'

function read(): Preferences {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    // Storage is switched off, or holds what is not ours.
    return {}
  }
}

export function readPreference(name: keyof Preferences): string | undefined {
  const value = read()[name]
  return typeof value === 'string' ? value : undefined
}

export function writePreference(name: keyof Preferences, value: string | undefined): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [name]: value }))
  } catch {
    // It holds until the page is closed.
  }
}

export type Theme = 'light' | 'dark' | 'system'

export function chosenTheme(): Theme {
  const theme = readPreference('theme')
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export function applyTheme(theme: Theme = chosenTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function chooseTheme(theme: Theme): void {
  writePreference('theme', theme === 'system' ? undefined : theme)
  applyTheme(theme)
}
