/**
 * What every start of Weir goes through: npm's scripts, the images and the units of systemd. It has Node's options and the environment that
 * Weir is made for (launch/options.mjs), and starts a part of Weir on a supported Node with its packages in place, installing first whatever is missing:
 *
 *   node bin/launch.mjs main.ts [args]            what runs in production; packages without the developers' tools
 *   node bin/launch.mjs --tool ava [args]         a package's own command, or a file, that needs those tools too
 *   node bin/launch.mjs --console                 builds the console, and nothing else
 *
 * It is plain JavaScript without dependencies because it must run before anything is installed, on Node 18 and up.
 * Standard output belongs to the program started; progress and errors go to standard error.
 */
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runChild } from './launch/child.mjs'
import { buildConsole, buildConsoleMeanwhile, consoleFits } from './launch/console.mjs'
import { withInstallLock } from './launch/lock.mjs'
import { fetchNode, findNode } from './launch/node.mjs'
import { InstallError, say } from './launch/npm.mjs'
import { environmentDefaults, leanOptions, nodeOptions, toolOptions } from './launch/options.mjs'
import { installPackages, packagesFit } from './launch/packages.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** @param {string[]} argv */
function parseArguments(argv) {
  const tool = argv[0] === '--tool'
  const [target, ...args] = tool ? argv.slice(1) : argv
  return target === undefined || target.startsWith('-') ? undefined : { target, args, tool }
}

/**
 * @param {boolean} tools whether the developers' tools are needed
 * @returns {Promise<import('./launch/node.mjs').SupportedNode>}
 */
async function prepare(tools) {
  const found = findNode(ROOT)
  if (found !== undefined && packagesFit(ROOT, found, tools)) return found
  return withInstallLock(join(ROOT, '.node', 'lock'), async (addOwner) => {
    const node = findNode(ROOT) ?? (await fetchNode(ROOT, addOwner))
    putFirst(node)
    if (!packagesFit(ROOT, node, tools)) await installPackages(ROOT, node, tools, addOwner)
    return node
  })
}

/**
 * Children find this Node before any other, and compile addons against its headers. The variable is the one spelling that
 * beats a stale `nodedir` in the user's npmrc without a warning from any npm.
 * @param {import('./launch/node.mjs').SupportedNode} node
 */
function putFirst(node) {
  const path = process.env.PATH ?? ''
  if (path.split(delimiter)[0] !== node.bin) process.env.PATH = node.bin + delimiter + path
  if (node.headers !== undefined) process.env.npm_package_config_node_gyp_nodedir = node.headers
}

/**
 * @param {string} target a file of the project, or with `--tool` the name of a package that brings a command
 * @param {boolean} tool
 */
function entryOf(target, tool) {
  const manifest = join(ROOT, 'node_modules', target, 'package.json')
  if (!tool || !existsSync(manifest)) return resolve(ROOT, target)
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
  return join(dirname(manifest), typeof bin === 'string' ? bin : bin[target])
}

/**
 * Puts the program in the place of this process, as in a container or under systemd: one process less, and signals reach it at once. Under
 * npm, whose end has to be watched (launch/child.mjs), and where Node or the system cannot do it, it returns.
 * @param {string} executable
 * @param {readonly string[]} args
 */
function become(executable, args) {
  const { npm_lifecycle_event: script, npm_execpath: npm } = process.env
  if (script !== undefined || npm !== undefined || process.platform === 'win32') return
  process.execve?.(executable, [executable, ...args], process.env)
}

/** What serves the console; everything else has no use for it. */
const SERVERS = ['main.ts', 'api/main.ts']

async function main() {
  if (process.argv[2] === '--console') {
    const node = findNode(ROOT) ?? (await prepare(false))
    putFirst(node)
    await buildConsole(ROOT, node)
    return 0
  }
  const request = parseArguments(process.argv.slice(2))
  if (request === undefined) {
    say('usage: node bin/launch.mjs [--tool] FILE-OR-TOOL [arguments], or --console')
    return 2
  }
  const node = await prepare(request.tool)
  putFirst(node)
  // What Node makes of the sources is kept beside it: a start spends half its time on that otherwise.
  process.env.NODE_COMPILE_CACHE ??= join(ROOT, '.node', 'compile-cache')
  for (const [name, value] of Object.entries(environmentDefaults())) process.env[name] ??= value
  const entry = entryOf(request.target, request.tool)
  // Developers' tools start threads of their own and hand them all options; V8's are none that a thread takes.
  const options = request.tool ? toolOptions : [...nodeOptions(node.version), ...leanOptions]
  const args = [...options, entry, ...request.args]
  const builds = !request.tool && SERVERS.includes(request.target) && !consoleFits(ROOT)
  if (!builds) become(node.executable, args)
  const stopBuild = builds ? buildConsoleMeanwhile(ROOT, node) : async () => {}
  const { code } = await runChild(node.executable, args, { stdio: 'inherit' })
  await stopBuild()
  return code
}

try {
  process.exitCode = await main()
} catch (error) {
  if (error instanceof InstallError) {
    say(error.message)
    process.exitCode = error.exitCode
  } else if (error instanceof Error && 'syscall' in error) {
    // A folder that may not be written, a full disk: the message says which.
    say(`installing failed: ${error.message}`)
    process.exitCode = 1
  } else throw error
}
