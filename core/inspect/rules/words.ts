/** A list of words written as one text. */
export function words(list: string): readonly string[] {
  return list.trim().split(/\s+/)
}
