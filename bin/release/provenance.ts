import { sha256 } from './checksums.ts'

const REPOSITORY = ['GITHUB_SERVER_URL', 'GITHUB_REPOSITORY'] as const

/**
 * Says which files were made from which commit by what: an in-toto statement (https://in-toto.io/Statement/v1) with SLSA's
 * predicate (https://slsa.dev/spec/v1.0/provenance). It is not signed, and holds no time or run, so that a second build of the
 * same commit in the same place gives the same bytes.
 * @param files by name
 */
export function makeProvenance(files: ReadonlyMap<string, Buffer>, commit: string): Buffer {
  const [server, repository] = REPOSITORY.map((name) => process.env[name])
  const source = server === undefined || repository === undefined ? 'urn:weir:source' : `git+${server}/${repository}`
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [...files].map(([name, bytes]) => ({ name, digest: { sha256: sha256(bytes) } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:weir:npm-run-release:1',
        externalParameters: { source, command: 'npm run release' },
        internalParameters: { node: process.version },
        resolvedDependencies: [{ uri: source, digest: { gitCommit: commit } }],
      },
      runDetails: { builder: { id: process.env.GITHUB_WORKFLOW_REF ?? 'urn:weir:builder:local' } },
    },
  }
  return Buffer.from(`${JSON.stringify(statement, null, 2)}\n`)
}
