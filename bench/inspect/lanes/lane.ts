import type { Child } from '../../child.ts'
import type { Program } from '../../program.ts'
import type { LaneName } from '../options.ts'

/** A contestant that runs and waits for CONNECT. */
export interface Lane {
  readonly name: LaneName
  readonly child: Child | Program
  readonly port: number
  /** What its clients have to trust. */
  readonly caPem: string
}

export interface LaneOptions {
  /** Temporary files; `upstream-ca.pem` in it is what the upstream's certificate is verified against. */
  readonly folder: string
  /** Where api.openai.com really is, on 127.0.0.1. */
  readonly upstreamPort: number
  /** Whether Weir reads what the upstream answers (WEIR_ANSWERS); its default if not given. */
  readonly answers?: 'on' | 'off'
}
