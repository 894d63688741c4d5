import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeSbom } from '../../bin/release/sbom.ts'
import { LINTERS, testWith } from '../support/optional.ts'
import { temporaryFolder } from '../support/temp.ts'
import { fileEndingWith, git, project, ROOT, release, withGit } from './release-project.ts'

const PYTHON = join(LINTERS, 'python')
/** The validator of the people who make CycloneDX. It prints nothing about what is valid. */
const VALIDATE = `
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
problem = JsonStrictValidator(SchemaVersion.V1_5).validate_str(sys.stdin.read())
if problem is not None:
    print(problem.data.json_path, problem.data.message)
`
const withValidator = testWith(withGit, 'cyclonedx')

const problemsOf = (bom: Buffer | string) =>
  execFileSync(PYTHON, ['-c', VALIDATE], { input: bom, encoding: 'utf8' }).trim()

withValidator('both SBOMs are valid CycloneDX 1.5', async (t) => {
  const files = await release(project(t), join(temporaryFolder(t), 'release'))
  const bom = fileEndingWith(files, '.cdx.json')
  t.is(problemsOf(bom), '')
  const ofTheConsole = makeSbom(join(ROOT, 'console'), { version: '0.1.0', commit: 'c0ffee', time: new Date(0) })
  t.is(problemsOf(ofTheConsole), '')
  const broken = JSON.parse(bom.toString())
  broken.components[0].type = 'magic'
  t.regex(problemsOf(JSON.stringify(broken)), /components.*magic/, 'the validator looks')
})

withGit('sha256sum finds the files as they were made, and a changed one', async (t) => {
  const folder = join(temporaryFolder(t), 'release')
  await release(project(t), folder)
  const check = () => spawnSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })
  t.is(check().status, 0)
  t.is(check().stdout.trim().split('\n').length, readdirSync(folder).length - 1)
  const [sbom = ''] = readdirSync(folder).filter((name) => name.endsWith('.cdx.json'))
  writeFileSync(join(folder, sbom), '{}')
  t.is(check().status, 1)
  t.regex(check().stdout, new RegExp(`^${sbom}: FAILED$`, 'm'))
})

withGit('the provenance has what SLSA 1.0 requires, and is of this commit and this Node', async (t) => {
  const root = project(t)
  const statement = JSON.parse(
    fileEndingWith(await release(root, join(temporaryFolder(t), 'release')), '.provenance.json').toString(),
  )
  const { _type, subject, predicateType, predicate } = statement
  t.deepEqual([_type, predicateType], ['https://in-toto.io/Statement/v1', 'https://slsa.dev/provenance/v1'])
  for (const { name, digest } of subject) t.true(/^weir-/.test(name) && /^[0-9a-f]{64}$/.test(digest.sha256))
  const { buildDefinition, runDetails } = predicate
  // Both are TypeURIs (https://slsa.dev/spec/v1.0/provenance).
  for (const uri of [buildDefinition.buildType, runDetails.builder.id]) t.true(URL.canParse(uri), uri)
  t.is(buildDefinition.externalParameters.command, 'npm run release')
  t.is(buildDefinition.internalParameters.node, process.version)
  t.is(buildDefinition.resolvedDependencies[0].digest.gitCommit, git(root, 'rev-parse', 'HEAD'))
})
