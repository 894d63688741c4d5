import type { InterceptedConnection } from '../http/connection.ts'
import type { RequestInspection } from '../inspection/inspect-request.ts'
import type { Platform, RequestTarget } from '../platforms/platform.ts'
import type { Ruling } from './ruling.ts'

/** A prompt that was inspected and decided on: its record and its answer are made from this. */
export interface JudgedPrompt {
  /** The id of its record. */
  readonly id: string
  readonly connection: InterceptedConnection
  readonly platform: Platform
  readonly target: RequestTarget
  readonly inspection: RequestInspection
  readonly ruling: Ruling
  /** As received, content codings and all. */
  readonly body: Buffer
}
