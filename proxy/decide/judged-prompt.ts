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
  /** What a reason for it would be kept by, where one can be asked for. */
  readonly asked?: string | undefined
  /** What was left out of it before it was sent; undefined where it goes on as it came. */
  readonly dropped?: DroppedTurns | undefined
  /** What its record and those of its answer say alike, made with the first of them. */
  inCommon?: RequestInCommon | undefined
}

/** The request as records name it, without what a client hid in it. */
export interface RequestInCommon {
  /** Of the tenant's detectors, which looked at it. */
  readonly revision: number
  readonly facts: {
    readonly host: string
    readonly path: string
    readonly method: string
    readonly operation: string
    readonly mcp: { readonly server: string; readonly method: string; readonly tool?: string | undefined } | undefined
    readonly model: string | undefined
    readonly conversation: string | undefined
    readonly clientAddress: string
    readonly userAgent: string
    readonly user: string | undefined
  }
}

/** Turns of a conversation that a policy refused when they were new, and that came again with the history. */
export interface DroppedTurns {
  readonly count: number
  /** The policy that would have refused all of the request because of them. */
  readonly policyName: string
}
