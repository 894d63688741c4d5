import { createHash } from 'node:crypto'

/** In hexadecimal, as sha256sum(1) prints it. */
export function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
