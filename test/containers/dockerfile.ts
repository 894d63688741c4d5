import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

export interface Instruction {
  readonly name: string
  /** What follows the name, on one line. */
  readonly text: string
}

export interface Stage {
  readonly base: string
  readonly name: string | undefined
  readonly instructions: readonly Instruction[]
}

/** The stages of one of our Dockerfiles (https://docs.docker.com/reference/dockerfile), as far as ours go. */
export function readDockerfile(name: string): Stage[] {
  const text = readFileSync(join(ROOT, name), 'utf8')
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  const instructions = lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, instruction = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
      if (instruction === '') throw new Error(`${name}: "${line}" is no instruction`)
      return { name: instruction, text: rest.trim() }
    })
  const stages: { base: string; name: string | undefined; instructions: Instruction[] }[] = []
  for (const instruction of instructions) {
    if (instruction.name === 'FROM') {
      const [, base = '', stage] = /^(\S+)(?: AS (\S+))?$/.exec(instruction.text) ?? []
      stages.push({ base, name: stage, instructions: [] })
    } else stages.at(-1)?.instructions.push(instruction)
  }
  return stages
}

export function textsOf(stage: Stage | undefined, name: string): string[] {
  return (stage?.instructions ?? []).filter((instruction) => instruction.name === name).map(({ text }) => text)
}

/** `NAME=value NAME=value`. */
export function variablesOf(stage: Stage | undefined): Record<string, string> {
  const pairs = textsOf(stage, 'ENV').flatMap((text) => text.split(/\s+/))
  return Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/, 2) as [string, string]))
}

/** `["program", "argument"]`, as CMD and HEALTHCHECK have it. */
export function commandOf(text: string | undefined): string[] {
  return JSON.parse(/\[.*\]$/.exec(text ?? '')?.[0] ?? '[]')
}

export interface Copy {
  readonly from: string | undefined
  readonly sources: readonly string[]
  readonly target: string
}

export function copyOf(text: string): Copy {
  const [, from, rest = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(text) ?? []
  const paths = rest.split(/\s+/)
  return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' }
}

/** What .dockerignore lets into an image: it forbids everything, then names what may come. */
export function allowedSources(): string[] {
  const lines = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
  const [first, ...rest] = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (first !== '*' || !rest.every((line) => line.startsWith('!')))
    throw new Error('.dockerignore is no list of what may')
  return rest.map((line) => line.slice(1))
}
