import { join } from 'node:path'
import { commandOf, copyOf, ROOT, readDockerfile, type Stage, textsOf, variablesOf } from './dockerfile.ts'
import type { CommandOptions, Machine } from './machine.ts'

/** Commands that Docker would find in the base image's registry, and this system has already. */
const BUILD_TOOLS = ['g++', 'make', 'python3']

export interface Image {
  readonly root: string
  readonly options: Required<CommandOptions>
  /** CMD. */
  readonly command: readonly string[]
  /** HEALTHCHECK. */
  readonly healthCheck: readonly string[]
}

/** Builds images step by step as their Dockerfiles say; a stage that two of them begin with is built once. */
export class Builder {
  readonly #machine: Machine
  readonly #buildEnvironment: Readonly<Record<string, string>>
  readonly #built = new Map<string, Promise<string>>()

  /** @param buildEnvironment variables of RUN beside those of the Dockerfile */
  constructor(machine: Machine, buildEnvironment: Readonly<Record<string, string>>) {
    this.#machine = machine
    this.#buildEnvironment = buildEnvironment
  }

  async build(dockerfile: string): Promise<Image> {
    const stages = readDockerfile(dockerfile)
    const roots = new Map<string, string>()
    let root = ''
    for (const stage of stages) {
      const key = JSON.stringify([stage, [...roots]])
      const building = this.#built.get(key) ?? this.#buildStage(stage, roots, `root-${this.#built.size}`)
      this.#built.set(key, building)
      root = await building
      if (stage.name !== undefined) roots.set(stage.name, root)
    }
    const image = stages.at(-1)
    return {
      root,
      options: {
        env: variablesOf(image),
        cwd: textsOf(image, 'WORKDIR').at(-1) ?? '/',
        user: textsOf(image, 'USER')[0] ?? '0:0',
      },
      command: commandOf(textsOf(image, 'CMD')[0]),
      healthCheck: commandOf(textsOf(image, 'HEALTHCHECK')[0]),
    }
  }

  async #buildStage(stage: Stage, roots: ReadonlyMap<string, string>, name: string): Promise<string> {
    const root = await this.#machine.newRoot(name)
    let cwd = '/'
    let env: Record<string, string> = {}
    for (const { name: instruction, text } of stage.instructions) {
      if (instruction === 'WORKDIR') {
        cwd = text
        await this.#machine.run(root, ['mkdir', '-p', cwd])
      } else if (instruction === 'ENV')
        env = { ...env, ...variablesOf({ ...stage, instructions: [{ name: 'ENV', text }] }) }
      else if (instruction === 'COPY') await this.#copy(text, root, cwd, roots)
      else if (instruction === 'RUN') await this.#run(text, root, cwd, env)
    }
    return root
  }

  async #copy(text: string, root: string, cwd: string, roots: ReadonlyMap<string, string>): Promise<void> {
    const { from, sources, target } = copyOf(text)
    for (const source of sources) {
      const origin = from === undefined ? join(ROOT, source) : `${roots.get(from)}${source}`
      // `join` keeps a slash at the end, which is what says that a file goes into a folder.
      await this.#machine.copy(origin, root + join(cwd, target))
    }
  }

  async #run(command: string, root: string, cwd: string, env: Readonly<Record<string, string>>): Promise<void> {
    if (command.startsWith('apt-get ')) {
      await this.#machine.run(root, ['sh', '-ec', BUILD_TOOLS.map((tool) => `command -v ${tool}`).join('\n')])
      return
    }
    await this.#machine.run(root, ['sh', '-c', command], { cwd, env: { ...this.#buildEnvironment, ...env } })
  }
}
