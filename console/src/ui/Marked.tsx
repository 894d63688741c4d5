import { typeLabel } from '../text/names.ts'
import type { Classification } from '../wire/types.ts'

/** A text with its findings marked, split where they overlap. */
export function Marked({ text, findings }: { readonly text: string; readonly findings: readonly Classification[] }) {
  const cuts = [...new Set([0, text.length, ...findings.flatMap(({ start, end }) => [start, end])])]
    .filter((cut) => cut <= text.length)
    .sort((a, b) => a - b)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
    <div className="marked card" tabIndex={0}>
      {cuts.slice(0, -1).map((from, index) => {
        const part = text.slice(from, cuts[index + 1])
        const types = findings
          .filter(({ start, end }) => start <= from && end > from)
          .map(({ type }) => typeLabel(type))
        return types.length === 0 ? (
          <bdi key={from}>{part}</bdi>
        ) : (
          <mark key={from} className="mark" title={types.join(', ')}>
            {part}
          </mark>
        )
      })}
    </div>
  )
}
