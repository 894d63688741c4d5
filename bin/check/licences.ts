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
  readonly dev?: boolean
}

interface Which {
  /** Whether the packages of developers count. */
  readonly withTools: boolean
  /** A tool that runs for the build and is not in what it builds, with its packages for each platform. */
  readonly except?: string
}

/** The lock files that are held to the list; `bench` and `test` pass nothing on. */
export const LOCKS: Readonly<Record<string, Which>> = {
  'package-lock.json': { withTools: true },
  'site/package-lock.json': { withTools: true },
  'tier3/model/runtime/package-lock.json': { withTools: true },
  // Its tests, and what writes its style sheets (MPL-2.0), are not in what browsers get.
  'console/package-lock.json': { withTools: false, except: 'lightningcss' },
}

/**
 * The packages of a lock file whose licence is missing or not permissive. An expression such as `(MIT OR GPL-2.0)` needs one
 * permissive side for OR, and both for AND.
 * @param lock the text of package-lock.json
 */
export function licenceProblems(lock: string, { withTools, except }: Which = { withTools: true }): string[] {
  const { packages } = JSON.parse(lock) as { readonly packages: Readonly<Record<string, LockedPackage>> }
  return Object.entries(packages).flatMap(([path, { version, license, dev }]) => {
    const name = path.split('node_modules/').at(-1) ?? ''
    if (path === '' || (dev === true && !withTools)) return []
    if (except !== undefined && (name === except || name.startsWith(`${except}-`))) return []
    if (license !== undefined && isPermissive(license)) return []
    return [`${name} ${version}: ${license ?? 'no licence'} is not in the list of bin/check/licences.ts`]
  })
}

function isPermissive(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((side) => side.split(' AND ').every((name) => PERMISSIVE.has(name.trim())))
}
