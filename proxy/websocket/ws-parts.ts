import type { Duplex, Writable } from 'node:stream'
import * as ws from 'ws'

/*
 * The parts of `ws` that read and write frames (RFC 6455, RFC 7692). It exports them and documents each method in its source;
 * its types leave them out.
 */

type Parameters = Record<string, string | number | boolean>
/** By name; each with the parameter sets that were offered. */
export type Extensions = Record<string, Record<string, (string | boolean)[]>[]>

interface DeflateOptions {
  readonly isServer: boolean
  readonly maxPayload: number
  readonly threshold?: number
  readonly zlibDeflateOptions?: { readonly level?: number; readonly memLevel?: number; readonly chunkSize?: number }
}

/** What was agreed on (RFC 7692 section 7.1). */
export type DeflateParameters = Readonly<Record<string, unknown>>

/** permessage-deflate of one connection. */
export interface Deflate {
  /** Of `accept`. */
  readonly params: DeflateParameters | null
  offer(): Parameters
  /** @throws Error where the parameters are none, or cannot be agreed to */
  accept(configurations: Record<string, (string | boolean)[]>[]): Parameters
  cleanup(): void
}

/** What a reader has compressed fragments undone by. */
export interface Inflate {
  decompress(data: Buffer, isLast: boolean, done: (error: Error | null, bytes?: Buffer) => void): void
}

export interface FrameReader extends Writable {
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): this
  on(event: 'ping' | 'pong', listener: (data: Buffer) => void): this
  on(event: 'conclude', listener: (code: number, reason: Buffer) => void): this
  on(event: 'error', listener: (error: Error & { code?: string }) => void): this
  on(event: 'drain' | 'finish' | 'close', listener: () => void): this
}

interface ReaderOptions {
  readonly isServer: boolean
  readonly extensions: Record<string, Inflate>
  readonly maxPayload: number
  readonly maxFragments: number
  readonly maxBufferedChunks: number
}

interface SendOptions {
  readonly binary: boolean
  readonly compress: boolean
  readonly fin: true
  readonly mask: boolean
}

export interface FrameWriter {
  onerror: (error: Error) => void
  send(data: Buffer, options: SendOptions, done: (error?: Error | null) => void): void
  ping(data: Buffer, mask: boolean): void
  pong(data: Buffer, mask: boolean): void
  close(code: number | undefined, reason: Buffer | string, mask: boolean, done: (error?: Error | null) => void): void
}

const parts = ws as unknown as {
  readonly PerMessageDeflate: {
    new (options: DeflateOptions): Deflate
    readonly extensionName: string
  }
  readonly Receiver: new (options: ReaderOptions) => FrameReader
  readonly Sender: new (socket: Duplex, extensions: Record<string, Deflate>) => FrameWriter
  readonly extension: {
    /** @throws SyntaxError */
    parse(header: string): Extensions
    format(extensions: Record<string, Parameters>): string
  }
  readonly subprotocol: {
    /** @throws SyntaxError */
    parse(header: string): Set<string>
  }
}

export const { PerMessageDeflate, Receiver, Sender, extension, subprotocol } = parts
