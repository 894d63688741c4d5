import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from './command.ts'
import { makeArchive } from './release/archive.ts'
import { sha256 } from './release/checksums.ts'
import { withBuiltConsole } from './release/console.ts'
import { makeProvenance } from './release/provenance.ts'
import { makeSbom } from './release/sbom.ts'

const USAGE = `Usage: npm run release -- [--to DIR] [--of DIR]

Makes the files of a release from the commit that is checked out (docs/releases.md):
  weir-VERSION.tar.gz            the sources as they are committed, and the console built of them
  weir-VERSION.cdx.json          the packages that run in production (CycloneDX 1.5)
  weir-VERSION.console.cdx.json  the packages of which the console is built (CycloneDX 1.5)
  weir-VERSION.provenance.json   what was made from what (in-toto, SLSA 1.0)
  SHA256SUMS                     for sha256sum --check

  --to DIR   where to write them (default: dist)
  --of DIR   the clone to make them from (default: the one this command belongs to)

The same commit gives the same bytes every time. A clone with changes that are not committed is refused.
`

await runCommand(USAGE, async () => {
  const { values } = parseArgs({
    options: { to: { type: 'string', default: 'dist' }, of: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help === true) {
    process.stdout.write(USAGE)
    return
  }
  await release(resolve(values.of ?? dirname(import.meta.dirname)), resolve(values.to))
})

async function release(root: string, folder: string): Promise<void> {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  if (git('status', '--porcelain') !== '')
    throw new Error('there are changes that are not committed; commit them first')
  const commit = git('rev-parse', 'HEAD')
  const time = new Date(Number(git('show', '--no-patch', '--format=%ct', 'HEAD')) * 1000)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const changes = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  if (!new RegExp(`^## ${version.replaceAll('.', '\\.')} - \\d{4}-\\d\\d-\\d\\d$`, 'm').test(changes)) {
    process.stderr.write(`CHANGELOG.md has no date for ${version} yet: this is a rehearsal\n`)
  }

  const files = new Map<string, Buffer>()
  const prefix = `weir-${version}/`
  const archive = await withBuiltConsole(root, commit, (built) => makeArchive(root, commit, prefix, built))
  files.set(`weir-${version}.tar.gz`, archive)
  files.set(`weir-${version}.cdx.json`, makeSbom(root, { version, commit, time }))
  const console = join(root, 'console')
  if (existsSync(console)) files.set(`weir-${version}.console.cdx.json`, makeSbom(console, { version, commit, time }))
  files.set(`weir-${version}.provenance.json`, makeProvenance(files, commit))
  const sums = [...files].map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`)
  files.set('SHA256SUMS', Buffer.from(sums.join('')))

  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of files) {
    writeFileSync(join(folder, name), bytes)
    process.stdout.write(`${join(folder, name)}  ${bytes.length} bytes\n`)
  }
}
