/**
 * Who may import whom (areas.json), and that nothing imports in a circle, for dependency-cruiser. An area is a folder of
 * the root, or a file there; `bench`, `test` and what configures the tests may use everything and are used by nothing else.
 */
/** @type {Record<string, string[]>} */
const MAY_IMPORT = require('./areas.json')
const AREAS = Object.keys(MAY_IMPORT)
const OURS = [...AREAS, 'bench', 'test', 'ava.config.mjs']

/** `core` is the same function of its arguments everywhere, so it gets no module that can do input or output. */
const PURE_MODULES = ['crypto', 'buffer', 'string_decoder', 'url', 'util', 'zlib']
const PURE_PACKAGES = ['libphonenumber-js', 're2', 'zod']

/** @param {readonly string[]} names folders or files of the root */
const anyOf = (names) => `^(?:${names.map((name) => name.replaceAll('.', '\\.')).join('|')})(?:/|$)`

module.exports = {
  forbidden: [
    ...AREAS.map((area) => ({
      name: `what-${area}-may-import`,
      severity: 'error',
      from: { path: anyOf([area]) },
      to: { path: anyOf(OURS), pathNot: anyOf([area, ...(MAY_IMPORT[area] ?? [])]) },
    })),
    {
      name: 'no-rule-for-this-area',
      severity: 'error',
      from: { pathNot: [anyOf(OURS), 'node_modules'] },
      to: {},
    },
    {
      name: 'core-does-no-input-or-output',
      comment: 'core gets time, chance and environment as arguments',
      severity: 'error',
      from: { path: '^core/' },
      to: { dependencyTypes: ['core'], pathNot: `^(?:node:)?(?:${PURE_MODULES.join('|')})$` },
    },
    {
      name: 'core-uses-pure-packages-only',
      severity: 'error',
      from: { path: '^core/' },
      to: { path: 'node_modules', pathNot: `node_modules/(?:${PURE_PACKAGES.join('|')})/` },
    },
    {
      name: 'only-dependencies-proper',
      comment: '`npm start` installs without the developers’ tools',
      severity: 'error',
      from: { path: anyOf(AREAS), pathNot: '^(?:bin/check|console)/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'npm-optional', 'npm-peer'],
        dependencyTypesNot: ['npm', 'type-only'],
      },
    },
    { name: 'no-circle-of-files', severity: 'error', from: { path: anyOf(AREAS) }, to: { circular: true } },
    { name: 'no-circle-of-folders', scope: 'folder', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    // TypeScript 6 reads the files: version 7, which checks the types (`typescript7`), has no programming interface.
    parser: 'tsc',
    // Types count: a circle of types is a circle for whoever reads.
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '^(?:bench|test)/', '^console/dist/'] },
    exclude: { path: '^console/dist/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
