/** What a program that presents itself as a browser is called; the first that is named, since each also names those that it resembles. */
const PROGRAMS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+ .*\bSafari\//],
] as const

const SYSTEMS = [
  ['Windows', /\bWindows NT\b/],
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Of what a server keeps of a user agent. */
const READ_MAX = 512

/** The names that people know a browser and its system by, undefined for anything else: then it is shown as it came. */
export function programOf(userAgent: string): { readonly program: string; readonly system: string } | undefined {
  const read = userAgent.slice(0, READ_MAX)
  const program = PROGRAMS.find(([, sign]) => sign.test(read))?.[0]
  const system = SYSTEMS.find(([, sign]) => sign.test(read))?.[0]
  if (!read.startsWith('Mozilla/5.0 ') || program === undefined || system === undefined) return undefined
  return { program, system }
}
