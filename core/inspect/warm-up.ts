import { inspectPrompt } from './prompt.ts'
import { RULES } from './rules/all.ts'

/** What prompts hold most often. Each pattern more takes milliseconds to compile, and most prompts need few. */
export const WARM_TYPES: ReadonlySet<string> = new Set(
  'EMAIL PHONE PERSON_NAME SECRET ADDRESS DATE_OF_BIRTH IBAN CREDIT_CARD IP_ADDRESS MEDICAL_TERM'.split(' '),
)
let isWarm = false

/** A prompt with something of each of these types: the first example of the first rule for it, one a line. */
export function warmUpText(): string {
  const firstByType = new Map(RULES.toReversed().map((rule) => [rule.type, rule]))
  const rules = [...firstByType.values()].filter(({ type }) => WARM_TYPES.has(type))
  return rules.map(({ examples }) => (examples.match[0] ?? '').replaceAll(/\[\[|\]\](?!\])/g, '')).join('\n')
}

/**
 * Inspects a made-up prompt, once for each thread, so that a person's first one does not wait until code and patterns are compiled.
 */
export function warmUp(): void {
  if (isWarm) return
  isWarm = true
  inspectPrompt([{ role: 'user', text: warmUpText() }])
}
