/** JSON data as YAML, of which readers of YAML 1.1 and of 1.2 make the same. */
export async function toYaml(value: unknown): Promise<string> {
  // Loaded with the first request for it, which many a server never gets.
  const { stringify } = await import('yaml')
  return stringify(value, { compat: 'yaml-1.1', lineWidth: 0, aliasDuplicateObjects: false })
}
