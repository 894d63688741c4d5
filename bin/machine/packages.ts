/** A package of a registry whose files hold data that are nobody's. */
export interface DataPackage {
  readonly registry: 'npm' | 'pypi'
  readonly name: string
  readonly version: string
  /** The paths, from the folder that the package is installed to, of the files that are read. */
  readonly files: RegExp
}

/** Packages that make one row of the table. */
export interface PackageSource {
  readonly name: string
  readonly packages: readonly DataPackage[]
  /** Types that these files rightly hold, in heads that name their authors: not measured here. */
  readonly ownTypes: readonly string[]
}

/**
 * Tables without prose. Of those whose rows are people, or places named after people, none is read: victims of riots, passengers,
 * senators, heads of state, runners, offices with their telephone, airports, authors of papers.
 */
const TABLES =
  /^(?!.*(?:la-riots|titanic|senators|\/dd\.|sprint|sample_geojson|airports|birdstrikes|lmxbrefs|dist-info)).*\.(?:csv|tsv|dat|data|asc|arff|ecsv|hyp|csv\.gz)$/
const MAPS = /(?:\/|^)(?!package)[^/]*\.json$/
const SCRIPTS = /(?:\.min|nacl(?:-fast)?|\/bn|\/world|mdi|chart\.umd)\.js$/

export const PACKAGE_SOURCES: readonly PackageSource[] = [
  {
    name: 'files of scientific packages',
    packages: [
      { registry: 'pypi', name: 'scikit-learn', version: '1.9.1', files: TABLES },
      { registry: 'pypi', name: 'statsmodels', version: '0.15.0', files: TABLES },
      { registry: 'pypi', name: 'vega-datasets', version: '0.9.0', files: TABLES },
      { registry: 'pypi', name: 'matplotlib', version: '3.11.2', files: TABLES },
      { registry: 'pypi', name: 'lifelines', version: '0.30.3', files: TABLES },
      { registry: 'pypi', name: 'astropy', version: '8.0.2', files: TABLES },
      { registry: 'pypi', name: 'obspy', version: '1.5.1', files: TABLES },
      { registry: 'pypi', name: 'bokeh-sampledata', version: '2026.1', files: TABLES },
    ],
    ownTypes: [],
  },
  {
    name: 'maps of packages',
    packages: [
      { registry: 'npm', name: 'world-atlas', version: '2.0.2', files: MAPS },
      { registry: 'npm', name: 'geojson-world-map', version: '0.0.2', files: /\/lib\/world\.js$/ },
    ],
    ownTypes: [],
  },
  {
    name: 'pictures of packages',
    packages: [{ registry: 'npm', name: 'world-countries', version: '5.1.0', files: /\.svg$/ }],
    ownTypes: [],
  },
  {
    name: 'code of packages',
    packages: [
      { registry: 'npm', name: 'd3', version: '7.9.2', files: SCRIPTS },
      { registry: 'npm', name: 'chart.js', version: '4.6.1', files: SCRIPTS },
      { registry: 'npm', name: 'tweetnacl', version: '1.0.3', files: SCRIPTS },
      { registry: 'npm', name: 'bn.js', version: '5.2.5', files: SCRIPTS },
      { registry: 'npm', name: '@mdi/js', version: '7.4.47', files: SCRIPTS },
    ],
    ownTypes: ['EMAIL', 'PERSON_NAME'],
  },
]
