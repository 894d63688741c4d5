/** Values of JSON as one array. */
export function joinJsonArray(items: readonly string[]): string {
  return `[${items.join(',')}]`
}
