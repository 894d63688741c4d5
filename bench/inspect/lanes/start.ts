import { Child } from '../../child.ts'
import type { LaneName } from '../options.ts'
import { startWeir } from './weir.ts'

/** A contestant that runs and waits for CONNECT. */
export interface Lane {
  readonly name: LaneName
  readonly child: Child
  readonly port: number
  /** What its clients have to trust. */
  readonly caPem: string
}

export interface LaneOptions {
  /** Temporary files; `upstream-ca.pem` in it is what the upstream's certificate is verified against. */
  readonly folder: string
  /** Where api.openai.com really is, on 127.0.0.1. */
  readonly upstreamPort: number
}

/** @param started is told of the process at once, so that it is stopped even when it never becomes ready */
export async function startLane(name: LaneName, options: LaneOptions, started: (child: Child) => void): Promise<Lane> {
  if (name === 'weir') return { name, ...(await startWeir(options, started)) }
  const child = new Child(name, `bench/inspect/lanes/${name}.ts`, { args: [JSON.stringify(options)] })
  started(child)
  return { name, child, ...(await child.answer<Pick<Lane, 'port' | 'caPem'>>()) }
}
