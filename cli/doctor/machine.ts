import { lookup } from 'node:dns/promises'
import { accessSync, constants, statfsSync } from 'node:fs'

/** What no setting changes and no test can: the disk, the limits and the name servers of this machine. */
export interface Machine {
  /** Bytes that this user may still write where the path is. */
  readonly freeBytes: (path: string) => number
  /** @throws the error of the system if this user may not read, write and enter the directory */
  readonly enter: (directory: string) => void
  /** How many files and connections this process may have open; undefined where the system does not tell. */
  readonly openFiles: () => number | 'unlimited' | undefined
  /** The address of a host, as the system looks it up. */
  readonly lookup: (host: string) => Promise<string>
}

export const THIS_MACHINE: Machine = {
  freeBytes(path) {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  },
  enter: (directory) => accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK),
  openFiles() {
    // The types of Node do not say what a report holds.
    const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } }
    const limit = report.userLimits?.open_files?.soft
    return limit === undefined || limit === 'unlimited' ? limit : Number(limit)
  },
  async lookup(host) {
    return (await lookup(host)).address
  },
}
