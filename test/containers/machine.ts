import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import type { Scope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'
import { ROOT } from './dockerfile.ts'

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const NODE_HOME = dirname(dirname(process.execPath))

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly user?: string
}

/**
 * Where images are built and run without a container engine: mounts of our own over this system's files, which stay as they
 * are. Such a root stands for the base image: the same distribution, Node where the image has it, and nothing of this
 * checkout.
 */
export class Machine {
  readonly #keeper: ChildProcess
  readonly #folder: string
  readonly #children = new Set<ChildProcess>()

  private constructor(keeper: ChildProcess, folder: string) {
    this.#keeper = keeper
    this.#folder = folder
  }

  /** Mounting takes root, and a kernel that lets it. */
  static isPossible(): boolean {
    const script =
      'd=$(mktemp -d) && mount -t tmpfs tmpfs $d && mkdir $d/u $d/w $d/m && mount -t overlay -o lowerdir=/,upperdir=$d/u,workdir=$d/w overlay $d/m && test -d $d/m/usr; s=$?; umount -R $d; rmdir $d; exit $s'
    return spawnSync('unshare', ['--mount', 'sh', '-c', script]).status === 0
  }

  static async start(scope: Scope): Promise<Machine> {
    const keeper = spawn('unshare', ['--mount', 'sh', '-c', 'echo ready; exec sleep infinity'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await once(keeper.stdout, 'data')
    const machine = new Machine(keeper, temporaryFolder(scope))
    scope.teardown(() => machine.#stop())
    await machine.#outside(`mount -t tmpfs tmpfs ${machine.#folder}`)
    return machine
  }

  /** @returns the root's folder, for the other methods */
  async newRoot(name: string): Promise<string> {
    const [layers, root] = [join(this.#folder, `${name}-layers`), join(this.#folder, name)]
    await this.#outside(`
      mkdir -p ${layers}/upper ${layers}/work ${root}
      mount -t overlay -o lowerdir=/,upperdir=${layers}/upper,workdir=${layers}/work overlay ${root}
      mount --rbind /dev ${root}/dev
      mount -t proc proc ${root}/proc || mount --rbind /proc ${root}/proc
      mount -t tmpfs tmpfs ${root}${ROOT}
      rm -rf ${root}/usr/local/include/node ${root}/app ${root}/data
      mkdir -p ${root}/usr/local/bin ${root}/usr/local/include/node
      touch ${root}/usr/local/bin/node
      mount --bind ${process.execPath} ${root}/usr/local/bin/node
      mount --bind ${join(NODE_HOME, 'include/node')} ${root}/usr/local/include/node
    `)
    return root
  }

  /** Copies files into a root, owned by root as Docker does. A folder's contents become the target's. */
  async copy(source: string, target: string): Promise<void> {
    await this.#outside(`
      if [ -d ${source} ]; then mkdir -p ${target} && cp -r ${source}/. ${target}
      else mkdir -p "$(dirname ${target}x)" && cp ${source} ${target}; fi
    `)
  }

  /** What happens to a root once it is an image: nothing writes to it but into its volume. */
  async seal(root: string, volume: string): Promise<void> {
    await this.#outside(`
      mkdir -p ${volume}
      chown --reference=${root}/data ${volume} && chmod --reference=${root}/data ${volume}
      mount --bind ${volume} ${root}/data
      mount -t tmpfs tmpfs ${root}/tmp
      mount -o remount,ro ${root}
    `)
  }

  /** Runs a command in a root to its end. @throws Error with its output where it fails */
  async run(root: string, command: readonly string[], options: CommandOptions = {}): Promise<string> {
    const child = this.spawn(root, command, options)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output.slice(-4000)}`)
    return output
  }

  /** Starts a command in a root; it is the process that gets signals, as in a container. */
  spawn(root: string, command: readonly string[], { env = {}, cwd = '/', user = '0:0' }: CommandOptions = {}) {
    const variables = Object.entries({ PATH, HOME: '/root', ...env }).map(([name, value]) => `${name}=${value}`)
    const child = this.#enter([
      ...['chroot', `--userspec=${user}`, '--groups=', root],
      ...['env', '-i', ...variables, 'sh', '-c', 'cd "$0" && exec "$@"', cwd, ...command],
    ])
    return child
  }

  /**
   * Bytes of the files that an image adds to its base, which is what its layers hold before they are packed.
   * @param path only those below it, such as `/app/node_modules`
   */
  async size(root: string, path = ''): Promise<number> {
    const folder = `${root}-layers/upper${path}`
    return Number(
      (
        await this.#outside(`if [ -d ${folder} ]; then du -s --apparent-size -B1 ${folder} | cut -f1; else echo 0; fi`)
      ).trim(),
    )
  }

  folder(name: string): string {
    return join(this.#folder, name)
  }

  async #outside(script: string): Promise<string> {
    const child = this.#enter(['sh', '-e', '-c', script])
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`${script}\nended with ${code}: ${output}`)
    return output
  }

  #enter(command: readonly string[]): ChildProcessWithoutNullStreams {
    const child = spawn('nsenter', ['--mount', `--target=${this.#keeper.pid}`, '--', ...command])
    this.#children.add(child)
    child.once('close', () => this.#children.delete(child))
    return child
  }

  async #stop(): Promise<void> {
    const all = [...this.#children, this.#keeper]
    const ended = all.map((child) => once(child, 'close'))
    for (const child of all) child.kill('SIGKILL')
    await Promise.all(ended)
  }
}
