import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Child } from '../../child.ts'
import type { Lane, LaneOptions } from './lane.ts'

/** Where the product's data are: what is there before it starts is used. */
export function weirDataDir(folder: string, name = 'weir'): string {
  return join(folder, name, 'data')
}

/**
 * The product as `npm start` runs it: API and proxy, tiers 1 and 2, every prompt recorded, settings at their defaults
 * but for where things are.
 * @param env settings besides
 */
export async function startWeir(
  options: LaneOptions,
  started: (child: Child) => void,
  env: Readonly<Record<string, string>> = {},
  name = 'weir',
): Promise<Omit<Lane, 'name'> & { readonly apiUrl: string }> {
  // A working directory of its own, or the .env file of whoever runs this would be read.
  const cwd = join(options.folder, name)
  const dataDir = weirDataDir(options.folder, name)
  mkdirSync(cwd, { recursive: true })
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('WEIR_'))
  const child = new Child(name, 'main.ts', {
    cwd,
    env: {
      ...Object.fromEntries(inherited),
      WEIR_DATA_DIR: dataDir,
      WEIR_PROXY_PORT: '0',
      WEIR_API_PORT: '0',
      WEIR_CONNECT_TO: `api.openai.com:443:127.0.0.1:${options.upstreamPort}`,
      WEIR_UPSTREAM_CA: join(options.folder, 'upstream-ca.pem'),
      ...env,
    },
  })
  started(child)
  const [, port, apiUrl = ''] = await child.output(/^ +Proxy +http:\/\/127\.0\.0\.1:(\d+)\n +API +(\S+)\n/m)
  return { child, port: Number(port), apiUrl, caPem: readFileSync(join(dataDir, 'ca.pem'), 'utf8') }
}
