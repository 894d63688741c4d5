import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Password } from '../core/model/user.ts'
import type { Call, Option } from './command.ts'
import { UsageError } from './errors.ts'

/** Ways to give a password: `plain` is the option that has it on the command line, for scripts from before the others. */
export function passwordOptions(plain: string): readonly Option[] {
  return [
    { name: 'password-stdin', meaning: 'reads the password from standard input' },
    { name: 'password-file', value: 'FILE', meaning: 'reads the password from a file' },
    { name: plain, value: 'PASSWORD', meaning: 'the password itself; other users can see it in the list of processes' },
  ]
}

/**
 * The password from where the options say, else asked for on the terminal.
 * @throws UsageError if there is none, or it is too weak
 */
export async function readPassword(call: Call, plain: string): Promise<string> {
  const given = [plain, 'password-file', 'password-stdin'].filter((name) => call.has(name))
  if (given.length > 1) throw new UsageError(`Only one of ${given.map((name) => `--${name}`).join(', ')} can be given`)
  const parsed = Password.safeParse(await readFrom(call, given[0], plain))
  if (parsed.success) return parsed.data
  const name = given[0] === plain ? `--${plain}` : 'The password'
  throw new UsageError(`${name} ${parsed.error.issues[0]?.message}`)
}

async function readFrom(call: Call, source: string | undefined, plain: string): Promise<string> {
  const { terminal } = call
  switch (source) {
    case plain:
      terminal.warn(`--${plain} is visible in the list of processes; --password-stdin and --password-file are not.`)
      return call.text(plain)
    case 'password-file':
      return withoutLineEnd(readPasswordFile(resolve(call.cwd, call.text('password-file'))))
    case 'password-stdin':
      return withoutLineEnd(await terminal.readAll())
    default:
      return ask(call)
  }
}

async function ask({ terminal }: Call): Promise<string> {
  if (!terminal.isInteractive) {
    throw new UsageError('There is no terminal to ask for the password: use --password-stdin or --password-file')
  }
  const password = await terminal.askSecret('Password: ')
  if ((await terminal.askSecret('Once more: ')) !== password) throw new UsageError('The two passwords are not the same')
  return password
}

function readPasswordFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`--password-file ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '')
}
