import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Child } from '../../child.ts'
import type { Lane, LaneOptions } from './start.ts'

/**
 * The product as `npm start` runs it: API and proxy, tiers 1 and 2, every prompt recorded, settings at their defaults
 * but for where things are.
 */
export async function startWeir(options: LaneOptions, started: (child: Child) => void): Promise<Omit<Lane, 'name'>> {
  // A working directory of its own, or the .env file of whoever runs this would be read.
  const cwd = join(options.folder, 'weir')
  const dataDir = join(cwd, 'data')
  mkdirSync(cwd)
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('WEIR_'))
  const child = new Child('weir', 'main.ts', {
    cwd,
    env: {
      ...Object.fromEntries(inherited),
      WEIR_DATA_DIR: dataDir,
      WEIR_PROXY_PORT: '0',
      WEIR_API_PORT: '0',
      WEIR_CONNECT_TO: `api.openai.com:443:127.0.0.1:${options.upstreamPort}`,
      WEIR_UPSTREAM_CA: join(options.folder, 'upstream-ca.pem'),
    },
  })
  started(child)
  const [, port] = await child.output(/^ +Proxy +http:\/\/127\.0\.0\.1:(\d+)/m)
  return { child, port: Number(port), caPem: readFileSync(join(dataDir, 'ca.pem'), 'utf8') }
}
