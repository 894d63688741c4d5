import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** What a process holds of the system, by Linux's /proc. */
export interface Usage {
  /** Open file descriptors that are no sockets: files, and what threads wait on. */
  readonly handles: number
  readonly sockets: number
  /** Resident memory in bytes. */
  readonly rss: number
}

export function usageOf(pid: number): Usage {
  const folder = `/proc/${pid}/fd`
  const handles = readdirSync(folder)
  const sockets = handles.filter((handle) => {
    try {
      return readlinkSync(`${folder}/${handle}`).startsWith('socket:')
    } catch {
      // Closed since the folder was read.
      return false
    }
  })
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { handles: handles.length - sockets.length, sockets: sockets.length, rss: Number(kilobytes) * 1024 }
}

export function describeUsage({ handles, sockets, rss }: Usage): string {
  return `${sockets} sockets, ${handles} other handles, ${Math.round(rss / 1e6)} MB`
}
