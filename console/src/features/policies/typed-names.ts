import type { Condition, PolicyWarning, Rules } from '../../../../core/model/policy.ts'
import { isFoundAfterwards } from '../../../../core/model/type-names.ts'

/** What a condition is written with, and what the console calls it. */
export interface Named {
  readonly id: string
  readonly name: string
}

/** Without case and accents, and with one kind of blank. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').trim().toLowerCase()
}

function idOf(text: string, known: readonly Named[]): string | undefined {
  const wanted = plain(text)
  return (known.find(({ id }) => plain(id) === wanted) ?? known.find(({ name }) => plain(name) === wanted))?.id
}

/** A type of data by its name ("E-mail address") or its code; any other is one of the company's own. */
export function typeTyped(text: string, known: readonly Named[]): string {
  return idOf(text, known) ?? text.trim().toUpperCase()
}

/** Services by name or id, with commas between them, or with blanks where it is ids alone. */
export function servicesTyped(text: string, known: readonly Named[]): string[] {
  const pieces = text.split(/[,;\n]/).flatMap((piece) => {
    const found = idOf(piece, known)
    return found === undefined ? piece.trim().split(/\s+/) : [found]
  })
  return [...new Set(pieces.filter(Boolean))]
}

/** What stands before the name that is being typed: a choice from the list takes the place of that name alone. */
export function beforeLast(text: string): string {
  const comma = text.lastIndexOf(',')
  return comma === -1 ? '' : `${text.slice(0, comma + 1)} `
}

interface Slip {
  readonly name: string
  readonly meant: string | undefined
}

/** The names that the API warns of: those of types found too late have a hint of their own. */
export function unknownNames({ conditions }: Pick<Rules, 'conditions'>, warnings: readonly PolicyWarning[]): Slip[] {
  return warnings.flatMap(({ path, did_you_mean: meant }) => {
    const [, , index, , place] = path.split('.')
    const name = nameIn(conditions[Number(index)], place)
    return name === undefined || isFoundAfterwards(name) ? [] : [{ name, meant }]
  })
}

function nameIn(condition: Condition | undefined, place: string | undefined): string | undefined {
  const value = condition?.value
  const name = Array.isArray(value) ? value[Number(place)] : value
  return typeof name === 'string' ? name : undefined
}
