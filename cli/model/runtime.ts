import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { RUNTIME } from '../../tier3/model/files.ts'
import { ModelInstallError } from './errors.ts'

/** Which packages of which versions and contents: npm checks their digests. */
const PINNED = ['package.json', 'package-lock.json']
const SHOWN_CHARACTERS = 2000
const DEADLINE_MS = 900_000

/**
 * Installs ONNX Runtime into a folder with npm, without install scripts: the package brings what a processor needs, and its script
 * only fetches what graphics cards need. Builds for other systems, five sixths of it, are deleted again.
 * @throws ModelInstallError
 */
export async function installRuntime(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const pins = new URL('../../tier3/model/runtime/', import.meta.url)
  for (const name of PINNED) copyFileSync(new URL(name, pins), join(folder, name))
  await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder, env)
  keepOwnBuild(join(folder, 'node_modules', RUNTIME, 'bin'))
}

function keepOwnBuild(bin: string): void {
  const versions = existsSync(bin) ? readdirSync(bin) : []
  for (const version of versions) {
    for (const system of readdirSync(join(bin, version))) {
      for (const processor of readdirSync(join(bin, version, system))) {
        if (system !== process.platform || processor !== process.arch)
          rmSync(join(bin, version, system, processor), { recursive: true })
      }
    }
  }
  const isThere = versions.some((version) => existsSync(join(bin, version, process.platform, process.arch)))
  if (!isThere) throw new ModelInstallError(`${RUNTIME} has no build for ${process.platform} ${process.arch}`)
}

/** The npm that runs this command, or else the one on PATH. */
async function runNpm(args: readonly string[], folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const cli = env.npm_execpath?.endsWith('npm-cli.js') === true ? env.npm_execpath : undefined
  const child = spawn(cli === undefined ? 'npm' : process.execPath, [...(cli === undefined ? [] : [cli]), ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: cli === undefined && process.platform === 'win32',
    timeout: DEADLINE_MS,
  })
  let said = ''
  const keep = (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-SHOWN_CHARACTERS)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  let code: number | null
  try {
    ;[code] = (await once(child, 'close')) as [number | null]
  } catch (error) {
    throw new ModelInstallError(`npm cannot be run: ${(error as Error).message}`, error)
  }
  if (code !== 0) throw new ModelInstallError(`npm could not install ${RUNTIME} (exit ${code}):\n${said.trim()}`)
}
