import type { Classification } from '../../core/model/classification.ts'

/** The bound on the findings of one record, about three hundred. A client can cause more at no cost, and more are of no use. */
export const MAX_FINDINGS_BYTES = 32_768
/** Punctuation, names and numbers of a finding in JSON. */
const BYTES_PER_FINDING = 64

/** As many findings as fit, the first of each type before all others, in order of the text. */
export function boundFindings(
  recorded: readonly Classification[],
  maxBytes = MAX_FINDINGS_BYTES,
): readonly Classification[] {
  if (recorded.length === 0) return recorded
  const kept = new Set<Classification>()
  let bytes = 0
  const keep = (finding: Classification) => {
    const size = BYTES_PER_FINDING + finding.type.length + Buffer.byteLength(JSON.stringify(finding.value))
    if (kept.has(finding) || bytes + size > maxBytes) return
    bytes += size
    kept.add(finding)
  }
  const types = new Set<string>()
  for (const finding of recorded) if (!types.has(finding.type) && types.add(finding.type)) keep(finding)
  for (const finding of recorded) keep(finding)
  return kept.size === recorded.length ? recorded : recorded.filter((finding) => kept.has(finding))
}
