import { isModelName } from '../../core/catalogue/model-names.ts'
import { TELEMETRY } from '../../core/catalogue/telemetry.ts'
import { PLATFORMS } from './catalogue.ts'
import { COMMON_OPERATIONS } from './operator-host.ts'
import { normalisePath } from './path.ts'

/** What stands for a segment that a client may have chosen. */
const CHOSEN = '***'
/** Words of paths without an operation in the catalogue. */
const GENERAL = ['api', 'mcp', 'sse', 'rpc', 'graphql', 'content', 'upload', 'uploads', 'download', 'cancel', 'status']
const VERSION = /^v\d{1,2}(?:(?:alpha|beta)\d{0,2})?$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/**
 * An id as vendors mint them: one of their prefixes, then random letters and digits. Any other prefix may be that of a key or a password, and
 * a short rest is a word with a number.
 */
const PREFIXED =
  /^(?:asst|batch|call|chatcmpl|cmpl|conv|container|file|ft|ftjob|msg|msgbatch|org|proj|req|resp|run|sess|step|thread|toolu|upload|vs)[-_](?=[A-Za-z]*\d)[A-Za-z0-9]{16,64}$/
const LONG_NUMBER = /\d{9}/
const SHORT_NUMBER = /^\d{1,4}$/

const patterns = [
  ...[...PLATFORMS.flatMap(({ operations }) => operations), ...COMMON_OPERATIONS].flatMap(({ paths }) => paths),
  ...TELEMETRY.flatMap(({ paths }) => paths),
]
/** All that stands in the catalogue's paths; a method of Google's behind a colon is a word of its own. */
const WORDS: ReadonlySet<string> = new Set(
  [...GENERAL, ...patterns.flatMap((pattern) => pattern.split(/[/*:]/))].map((word) => word.toLowerCase()),
)

/**
 * A path as it may be recorded: words of the catalogue's paths, versions, names of models, short numbers and ids as vendors mint them stay;
 * any other segment is somebody's choice, and may be anybody's text.
 */
export function recordedPath(path: string): string {
  const normal = normalisePath(path)
  const end = path.endsWith('/') && !normal.endsWith('/') ? '/' : ''
  return `${normal}${end}`
    .split('/')
    .map((segment) => (isKnown(segment) ? segment : CHOSEN))
    .join('/')
}

function isKnown(segment: string): boolean {
  if (segment === '' || isWord(segment) || isModelName(segment)) return true
  const colon = segment.lastIndexOf(':')
  const [name, method] = [segment.slice(0, colon), segment.slice(colon + 1)]
  return colon > 0 && WORDS.has(method.toLowerCase()) && (isWord(name) || isModelName(name))
}

function isWord(segment: string): boolean {
  if (WORDS.has(segment.toLowerCase()) || VERSION.test(segment) || SHORT_NUMBER.test(segment)) return true
  return UUID.test(segment) || (PREFIXED.test(segment) && !LONG_NUMBER.test(segment))
}
