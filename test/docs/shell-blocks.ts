import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** The documents whose commands are held. */
export const DOCUMENTS: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/README.md',
  ...['deploy', 'docs', 'examples'].flatMap(documentsIn),
]

function documentsIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
    .sort()
}

export interface ShellBlock {
  readonly document: string
  /** The heading above it; empty where there is none. */
  readonly heading: string
  readonly commands: readonly string[]
}

const FENCED = /^( *)```(\w*)[^\n]*\n(.*?)^\1```$/gms
const SHELLS = ['sh', 'bash', 'shell', 'console', 'zsh', 'powershell', 'cmd']

export function shellBlocks(): ShellBlock[] {
  return DOCUMENTS.flatMap((document) => {
    const text = readFileSync(join(ROOT, document), 'utf8')
    return [...text.matchAll(FENCED)]
      .filter(({ 2: language = '' }) => SHELLS.includes(language))
      .map(({ index, 3: block = '' }) => ({
        document,
        heading: [...text.slice(0, index).matchAll(/^##+ (.*)$/gm)].at(-1)?.[1] ?? '',
        commands: commandsOf(block),
      }))
  })
}

/** The first lines of blocks that name no language: what would be a command there is held by nothing. */
export function linesWithoutLanguage(): string[] {
  return DOCUMENTS.flatMap((document) =>
    [...readFileSync(join(ROOT, document), 'utf8').matchAll(FENCED)]
      .filter(({ 2: language }) => language === '')
      .flatMap(({ 3: block = '' }) => block.split('\n').map((line) => `${document}: ${line.trim()}`)),
  )
}

/** The commands of a piece of shell, without comments; one that goes on in the next line is one command. */
export function commandsOf(block: string): string[] {
  const commands: string[] = []
  let open = ''
  for (const line of block.split('\n')) {
    const said: string = open === '' ? line : `${open}\n${line}`
    const command = withoutComment(said).trimEnd()
    open = goesOn(command) ? command : ''
    if (open === '' && command.trim() !== '') commands.push(command.trim())
  }
  if (open !== '') throw new Error(`a command without an end: ${open}`)
  return commands
}

const withoutComment = (text: string) =>
  text.replace(QUOTED_OR_COMMENT, (found) => (found.includes('#') && !/["'\\]/.test(found[0] ?? '') ? '' : found))
const QUOTED_OR_COMMENT = /\\.|"(?:\\.|[^"\\])*"|'[^']*'|(?:^|(?<=\s))#[^\n]*/g

function goesOn(command: string): boolean {
  const bare = command.replace(/\\[^\n]|"(?:\\.|[^"\\])*"|'[^']*'/gs, '')
  return /["']/.test(bare) || /(?:\\|&&|\|)$/.test(bare)
}
