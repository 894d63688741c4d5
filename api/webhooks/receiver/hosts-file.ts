import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

/**
 * The addresses that a hosts file gives a name (hosts(5)): operators put there what name servers do not know, or are to be
 * overruled in.
 * @param file where it is; one that is not there, as on Windows, has no names
 */
export async function lookUpInHosts(name: string, file = '/etc/hosts'): Promise<readonly string[]> {
  const wanted = name.toLowerCase().replace(/\.$/, '')
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return isIP(address) !== 0 && names.some((alias) => alias.toLowerCase() === wanted) ? [address] : []
  })
}
