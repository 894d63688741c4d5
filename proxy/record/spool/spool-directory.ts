import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { countLines } from './segment-reader.ts'
import { decodeLine, encodeLine, LINE_FEED } from './spool-line.ts'

/**
 * A spool's directory holds segments, `0000000001.jsonl` and on, and beside a segment that is acknowledged in part its
 * checkpoint, `0000000001.ack`. A checkpoint belongs to one segment, so both can move to another directory together.
 */
export interface Segment {
  readonly sequence: number
  readonly path: string
  /** Bytes of sound lines; a torn line may follow them on the disk. */
  size: number
  /** Bytes from the start that are acknowledged. */
  acknowledged: number
  /** Lines that are not acknowledged. */
  lines: number
}

const SEGMENT_NAME = /^(\d{10})\.jsonl$/
/** A file without meaning, there for a moment only. */
const TRIAL_NAME = 'trial'
const CHECKPOINT_NAME = /^(\d{10})\.ack(\.new)?$/

/** Beside the workers' directories: the records that the API refused. */
export const REJECTED_DIRECTORY = 'rejected'

export const DIRECTORY_MODE = 0o700
export const FILE_MODE = 0o600

export function segmentPath(directory: string, sequence: number): string {
  return join(directory, `${String(sequence).padStart(10, '0')}.jsonl`)
}

function checkpointPath(segment: string): string {
  return segment.replace(/jsonl$/, 'ack')
}

/** Makes the directory where it is missing and tells the sequence numbers of its segments, ascending. */
export function listSegments(directory: string): number[] {
  mkdirSync(directory, { recursive: true, mode: DIRECTORY_MODE })
  const sequences: number[] = []
  for (const name of readdirSync(directory)) {
    const sequence = SEGMENT_NAME.exec(name)?.[1]
    if (sequence !== undefined) sequences.push(Number(sequence))
  }
  return sequences.sort((a, b) => a - b)
}

/**
 * Removes checkpoints whose segment is gone. A crash between the two removals leaves one behind, and a later segment of
 * the same number must never be taken for acknowledged by it.
 */
export function removeOrphanedCheckpoints(directory: string): void {
  for (const name of readdirSync(directory)) {
    const sequence = CHECKPOINT_NAME.exec(name)?.[1]
    if (sequence === undefined) continue
    if (name.endsWith('.new') || !existsSync(segmentPath(directory, Number(sequence))))
      unlinkSync(join(directory, name))
  }
}

/** Takes in a segment that an earlier process left. */
export async function readSegment(directory: string, sequence: number): Promise<Segment> {
  const path = segmentPath(directory, sequence)
  const { size } = await stat(path)
  const checkpoint = await readCheckpoint(path)
  const acknowledged = checkpoint > size ? 0 : checkpoint
  const { lines, end } = await countLines(path, acknowledged)
  return { sequence, path, size: end, acknowledged, lines }
}

/** The acknowledged bytes; 0 without a sound checkpoint, so that records are sent again rather than lost. */
async function readCheckpoint(path: string): Promise<number> {
  let line: Buffer
  try {
    line = await readFile(checkpointPath(path))
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
  if (line.at(-1) !== LINE_FEED) return 0
  const acknowledged = Number(decodeLine(line.subarray(0, -1))?.toString('latin1'))
  return Number.isSafeInteger(acknowledged) && acknowledged >= 0 ? acknowledged : 0
}

/** Replaces the checkpoint in one step: a crash leaves the old one or the new one. */
export function writeCheckpoint(segment: Segment): void {
  const path = checkpointPath(segment.path)
  writeFileSync(`${path}.new`, encodeLine(String(segment.acknowledged)), { mode: FILE_MODE })
  renameSync(`${path}.new`, path)
}

/** Removes a segment and its checkpoint, in this order: a checkpoint alone does no harm. */
export function removeSegment(segment: Segment): void {
  unlinkSync(segment.path)
  removeIfPresent(checkpointPath(segment.path))
}

/**
 * Moves the segments of a directory that no process uses any more into another one, whose next free number is `next`.
 * A crash in between leaves some for the next time, and each with its checkpoint or without: then it is sent again.
 * Returns the next free number.
 */
export function adoptSegments(from: string, into: string, next: number): number {
  for (const sequence of listSegments(from)) {
    const source = segmentPath(from, sequence)
    const target = segmentPath(into, next++)
    if (existsSync(checkpointPath(source))) renameSync(checkpointPath(source), checkpointPath(target))
    renameSync(source, target)
  }
  removeOrphanedCheckpoints(from)
  removeIfPresent(join(from, TRIAL_NAME))
  if (readdirSync(from).length === 0) rmdirSync(from)
  return next
}

/** The subdirectories of a spool that belong to none of the workers there are now. */
export function abandonedDirectories(root: string, workers: readonly string[]): string[] {
  mkdirSync(root, { recursive: true, mode: DIRECTORY_MODE })
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== REJECTED_DIRECTORY && !workers.includes(entry.name))
    .map((entry) => join(root, entry.name))
}

/** Whether the disk takes another `bytes` bytes. */
export function tryToWrite(directory: string, bytes: number): boolean {
  const path = join(directory, TRIAL_NAME)
  try {
    writeFileSync(path, Buffer.alloc(bytes), { mode: FILE_MODE })
    return true
  } catch {
    // The reason is logged when a record fails.
    return false
  } finally {
    rmSync(path, { force: true })
  }
}

function removeIfPresent(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
