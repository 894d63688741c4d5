import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from '../../api/http/route.ts'
import { tagOf } from '../../api/openapi/tags.ts'
import { COMMANDS } from '../../cli/commands.ts'
import { usageOf } from '../../cli/usage.ts'
import { DEFINITIONS } from '../../config/definitions.ts'
import { describeDetectors } from '../../core/inspect/detectors.ts'
import { RULES } from '../../core/inspect/rules/all.ts'
import { allRoutes } from '../support/api-routes.ts'
import { platformsDocument } from './platforms-document.ts'

const ROOT = join(import.meta.dirname, '../..')
const GENERATED = 'This page is generated from the code by `node bin/launch.mjs --tool test/docs/reference.ts --write`.'

/** The documents that are generated from code, whole or in part, by their path. */
function documents(): Map<string, string> {
  const guide = 'docs/operators-guide.md'
  return new Map([
    ['docs/detectors.md', describeDetectors(RULES)],
    ['docs/platforms.md', platformsDocument()],
    ['docs/reference/commands.md', commandsDocument()],
    ['docs/reference/operations.md', operationsDocument()],
    [guide, withSettings(readFileSync(join(ROOT, guide), 'utf8'))],
  ])
}

function commandsDocument(): string {
  const sections = COMMANDS.map((command) => `## ${command.name}\n\n\`\`\`\n${usageOf(command)}\`\`\`\n`)
  return `# Commands for administrators\n\n${GENERATED} \`npm run admin -- COMMAND --help\` prints the same.\n\n${sections.join('\n')}`
}

function operationsDocument(): string {
  const routes = routesOfTheApi()
  const tags = [...new Set(routes.map(({ path }) => tagOf(path) ?? 'Others'))]
  const row = ({ method, path, summary, operation, access }: Route) =>
    `| \`${method} ${path}\` | ${summary.replaceAll('|', '\\|')} | \`${operation}\` | ${callersOf(access)} |\n`
  const sections = tags.map((tag) => {
    const rows = routes.filter(({ path }) => (tagOf(path) ?? 'Others') === tag).map(row)
    return `## ${tag}\n\n| request | what it does | operation | who may |\n|---|---|---|---|\n${rows.join('')}`
  })
  return `# Operations of the API

${GENERATED} \`/docs\` on a running API has every field, example and error,
and [api-rules.md](api-rules.md) the rules that all operations follow. Paths are under \`/api/v1\`.

${sections.join('\n')}`
}

/** Of an API that does not listen. */
function routesOfTheApi(): Route[] {
  const teardowns: (() => unknown)[] = []
  const routes = allRoutes({ teardown: (work) => void teardowns.push(work) })
  for (const work of teardowns.reverse()) work()
  return routes
}

function callersOf(access: Route['access']): string {
  if (access.public) return 'everyone'
  const roles = access.roles.map((role) => `${role}s`)
  const scopes = access.scopes.map((scope) => `tokens of scope \`${scope}\``)
  return [...roles, ...scopes].join(', ')
}

/** The guide with its table of settings as the code has them. */
function withSettings(guide: string): string {
  const rows = Object.values(DEFINITIONS).map(({ variable, fallback, meaning, accepts }) => {
    const shown = fallback === undefined || fallback === '' ? '-' : `\`${fallback}\``
    return `| ${variable} | ${shown} | ${meaning} | ${accepts} |\n`
  })
  return guide.replace(/(?<=^## Settings$[\s\S]*?^\|---\|---\|---\|---\|\n)(?:^\| WEIR_.*\n)+/m, () => rows.join(''))
}

const isWriting = process.argv.includes('--write')
for (const [path, wanted] of documents()) {
  let kept = ''
  try {
    kept = readFileSync(join(ROOT, path), 'utf8')
  } catch {
    // It is written for the first time.
  }
  if (kept === wanted) continue
  if (isWriting) writeFileSync(join(ROOT, path), wanted)
  else {
    process.stdout.write(
      `${path} does not say what the code says: node bin/launch.mjs --tool test/docs/reference.ts --write\n`,
    )
    process.exitCode = 1
  }
}
