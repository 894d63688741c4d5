import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, UsageError } from './command.ts'
import { runNpm } from './launch/npm.mjs'
import { brokenLinks } from './site/links.ts'
import { type Page, placeOf, placeOfFile, readPages } from './site/pages.ts'
import { makeSidebar } from './site/sidebar.ts'

const USAGE = `Usage: npm run site -- [--to DIR] [--base PATH]

Makes a site of README.md, docs/ and what they link to, with a search that runs in the browser. Any server of files can
serve it. It loads nothing from elsewhere. A link that leads nowhere fails the build.

  --to DIR      where to write it (default: site/dist); what is there is replaced
  --base PATH   the path that it is served at, such as /weir/ (default: /)
`

const ROOT = dirname(import.meta.dirname)
const SITE = join(ROOT, 'site')
const CLI = join(SITE, 'node_modules/vitepress/bin/vitepress.js')

await runCommand(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string', default: join(SITE, 'dist') },
      base: { type: 'string', default: '/' },
      help: { type: 'boolean' },
    },
  })
  if (values.help === true) {
    process.stdout.write(USAGE)
    return
  }
  if (!/^\/(?:[\w.-]+\/)*$/.test(values.base)) throw new UsageError('--base takes a path with a slash at both ends')
  const to = resolve(values.to)
  if (!mayReplace(to)) throw new UsageError(`--to: ${to} holds something else than a site, which would be lost`)
  if (!existsSync(CLI)) {
    const options = { cwd: SITE, node: process.execPath, addOwner: () => {} }
    await runNpm('installing what builds the site', ['ci', '--ignore-scripts'], options)
  }
  const count = await build(to, values.base)
  process.stdout.write(`${count} pages are in ${to}\n`)
})

/** Every site that VitePress makes has this file. */
function mayReplace(to: string): boolean {
  return !existsSync(to) || readdirSync(to).length === 0 || existsSync(join(to, 'hashmap.json'))
}

/** Builds in a folder of its own, in which VitePress finds its packages, and moves what came of it. */
async function build(to: string, base: string): Promise<number> {
  // VitePress compares paths, so this is the one without links.
  const work = realpathSync(mkdtempSync(join(tmpdir(), 'weir-site-')))
  try {
    symlinkSync(join(SITE, 'node_modules'), join(work, 'node_modules'), 'junction')
    const pages = readPages(ROOT)
    write(work, pages)
    const built = join(work, 'built')
    await runVitePress(work, built, base)
    const broken = brokenLinks(built, base)
    if (broken.length > 0) throw new Error(`the site has broken links:\n${broken.join('\n')}`)
    // Others may have written there since.
    if (!mayReplace(to)) throw new Error(`${to} holds something else than a site`)
    rmSync(to, { recursive: true, force: true })
    mkdirSync(dirname(to), { recursive: true })
    move(built, to)
    return pages.length
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function write(work: string, pages: readonly Page[]): void {
  const put = (from: string, to: string) => cpSync(join(ROOT, from), join(work, to))
  for (const page of pages) {
    const file = join(work, placeOf(page.path))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, page.text)
    for (const picture of page.pictures) put(picture, picture)
    for (const linked of page.files) put(linked, join('public', placeOfFile(linked)))
  }
  const settings = join(work, '.vitepress')
  cpSync(join(SITE, 'theme'), join(settings, 'theme'), { recursive: true })
  cpSync(join(SITE, 'config.mjs'), join(settings, 'config.mjs'))
  cpSync(join(ROOT, 'console/src/styles/icon.svg'), join(settings, 'icon.svg'))
  const groups = JSON.parse(readFileSync(join(SITE, 'sidebar.json'), 'utf8'))
  writeFileSync(join(settings, 'sidebar.json'), JSON.stringify(makeSidebar(groups, pages)))
}

async function runVitePress(work: string, built: string, base: string): Promise<void> {
  const args = [CLI, 'build', work, '--outDir', built, '--base', base]
  const child = spawn(process.execPath, args, {
    cwd: work,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`VitePress ended with ${code}:\n${output.trim().split('\n').slice(-30).join('\n')}`)
}

/** A folder on another disk can be copied only. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch {
    cpSync(from, to, { recursive: true })
  }
}
