/** Names of releases before, and what they are called now: what has them is read as if it had today's. */
const FORMER_NAMES: Readonly<Record<string, string>> = { DRIVING_LICENCE: 'DRIVING_LICENSE' }
const FORMER = new Map(Object.entries(FORMER_NAMES))

/** The name that a type has now. */
export function typeNow(type: string): string {
  return FORMER.get(type) ?? type
}

/** The name of a type, and the former names of the same type: what stored data may call it. */
export function namesOfType(type: string): readonly string[] {
  const now = typeNow(type)
  return [now, ...[...FORMER].filter(([, name]) => name === now).map(([former]) => former)]
}

/** A finding of tier 3 about a text as a whole: the place that shows it best is no value. */
export function isTopic({ type }: { readonly type: string }): boolean {
  return type.startsWith('TOPIC_')
}

/** Whether only tier 3 finds it: after the prompt was sent, so that no policy on it can stop the prompt (docs/policies.md). */
export function isFoundAfterwards(type: string): boolean {
  return type === 'ORGANIZATION' || isTopic({ type })
}
