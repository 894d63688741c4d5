import { open, rename } from 'node:fs/promises'

/** The file gets its name only when it is whole and on the disk: a program that watches the folder never reads half a mail. */
export async function writeWhole(file: string, contents: string | Uint8Array): Promise<void> {
  const draft = `${file}.part`
  await using handle = await open(draft, 'w', 0o600)
  await handle.writeFile(contents)
  await handle.sync()
  await rename(draft, file)
}

/** A file name that sorts by time, shows the recipient, and is valid for any address. */
export function emlName(time: Date, to: string, unique: string): string {
  const stamp = time.toISOString().replaceAll(':', '-')
  return `${stamp}-${to.replace(/[^a-z0-9@.-]/gi, '_').slice(0, 100)}-${unique}.eml`
}
