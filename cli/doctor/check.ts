import type { Settings } from '../../config/settings.ts'
import { type Machine, THIS_MACHINE } from './machine.ts'

/** What checks look at besides the settings; given in, so that tests need no other machine. */
export interface Circumstances {
  readonly settings: Settings
  readonly env: NodeJS.ProcessEnv
  readonly now: () => Date
  /** This one unless given. */
  readonly machine?: Machine
}

export const machineOf = ({ machine = THIS_MACHINE }: Circumstances): Machine => machine

/**
 * - `ok`: as it should be
 * - `warning`: it works, but will not for long, or not safely
 * - `failed`: Weir, or a part of it, does not work
 * - `skipped`: not used here, or not to be seen from here
 */
export type Status = 'ok' | 'warning' | 'failed' | 'skipped'

export interface Finding {
  readonly status: Status
  /** What was found, in a sentence without a full stop; never a secret. */
  readonly message: string
  /** What to do about it; only with `warning` and `failed`. */
  readonly mend?: string
}

export interface Check {
  /** Stable, for scripts. */
  readonly name: string
  /** Looks, and changes nothing. What it throws counts as `failed`. */
  readonly run: (circumstances: Circumstances) => Promise<Finding | readonly Finding[]> | Finding | readonly Finding[]
}

export const ok = (message: string): Finding => ({ status: 'ok', message })
export const skipped = (message: string): Finding => ({ status: 'skipped', message })
export const warning = (message: string, mend: string): Finding => ({ status: 'warning', message, mend })
export const failed = (message: string, mend: string): Finding => ({ status: 'failed', message, mend })

/** The code of an error of the system or a library, else its class: messages of libraries may carry a URL with a password. */
export function reasonOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException
  return typeof code === 'string' ? code : name
}
