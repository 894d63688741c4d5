/** Licences whose terms Weir can meet by naming them: permissive ones. Each is an SPDX identifier (https://spdx.org/licenses/). */
const PERMISSIVE: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
])

interface LockedPackage {
  readonly version?: string
  readonly license?: string
}

/**
 * The packages of a lock file whose licence is missing or not permissive. An expression such as `(MIT OR GPL-2.0)` needs one
 * permissive side for OR, and both for AND.
 * @param lock the text of package-lock.json
 */
export function licenceProblems(lock: string): string[] {
  const { packages } = JSON.parse(lock) as { readonly packages: Readonly<Record<string, LockedPackage>> }
  return Object.entries(packages).flatMap(([path, { version, license }]) => {
    if (path === '' || (license !== undefined && isPermissive(license))) return []
    const name = path.split('node_modules/').at(-1)
    return [`${name} ${version}: ${license ?? 'no licence'} is not in the list of bin/check/licences.ts`]
  })
}

function isPermissive(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((side) => side.split(' AND ').every((name) => PERMISSIVE.has(name.trim())))
}
