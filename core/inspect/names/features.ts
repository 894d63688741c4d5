import type { Span } from '../rule.ts'

/** How far from a name the shape is that bears it. */
const BEFORE = 400
const AFTER = 200
/** The member of a shape (RFC 7946) or of a topology that stands before or after its properties. */
const SHAPE =
  /\\?"(?:arcs|geometry|coordinates)\\?"\s?:|\\?"type\\?"\s?:\s?\\?"(?:Feature|Point|Polygon|LineString|Multi(?:Point|Polygon|LineString)|GeometryCollection|Topology)\\?"/
const NAME = /\\?"([\w-]*?)\\?"\s?:\s{0,2}\\?"$/
/** Whose names these are. */
const PERSONS =
  /(?:first|last|family|given|sur|user|full|owner|contact|author|person|patient|customer|client|employee|agent|driver|tenant|nom|prenom)/i

/** Whether a name is that of a shape of a map: a member of its properties, which stand beside its geometry. */
export function isFeature(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - BEFORE), start)
  const key = NAME.exec(before)?.[1]
  if (key === undefined || PERSONS.test(key)) return false
  const opening = before.lastIndexOf('{')
  // Within the properties, or the shape itself.
  const after = text.slice(end, end + AFTER)
  const closing = after.indexOf('}')
  return (
    /\\?"properties\\?"\s?:\s?$/.test(before.slice(0, Math.max(0, opening))) ||
    SHAPE.test(before.slice(Math.max(0, opening))) ||
    SHAPE.test(closing === -1 ? after : after.slice(0, closing)) ||
    // The properties began before the text did.
    (closing !== -1 && /^\}[\s}\],]*(?:\{\s*)?$/.test(untilShape(after.slice(closing))))
  )
}

/** What stands before the next shape; everything where there is none. */
function untilShape(after: string): string {
  const shape = SHAPE.exec(after)
  return shape === null ? `${after}.` : after.slice(0, shape.index)
}
