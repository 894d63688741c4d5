/** A package of a registry whose files hold data that are nobody's. */
export interface DataPackage {
  readonly registry: 'npm' | 'pypi'
  readonly name: string
  readonly version: string
  /** The paths, from the package's own folder, of the files that are read. */
  readonly files: RegExp
  /** Files that do hold what people own, and why they are left out. */
  readonly without?: RegExp
}

/** Packages that make one row of the table. */
export interface PackageSource {
  readonly name: string
  readonly packages: readonly DataPackage[]
}

const TABLES = /\.(?:csv|tsv|dat|data|txt|asc|arff|json|mat|html)$/
const MAPS = /\.json$/

export const PACKAGE_SOURCES: readonly PackageSource[] = [
  {
    name: 'files of scientific packages',
    packages: [
      { registry: 'pypi', name: 'scikit-learn', version: '1.9.1', files: TABLES },
      { registry: 'pypi', name: 'statsmodels', version: '0.15.0', files: TABLES },
      { registry: 'pypi', name: 'vega-datasets', version: '0.9.0', files: TABLES },
      { registry: 'pypi', name: 'matplotlib', version: '3.11.2', files: TABLES },
    ],
  },
  { name: 'maps of packages', packages: [{ registry: 'npm', name: 'world-atlas', version: '2.0.2', files: MAPS }] },
]
