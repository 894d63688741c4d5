import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'

/** Every address that a name has now, as the system resolves it (its hosts file and search domains included). */
export type Resolve = (host: string) => Promise<readonly string[]>

/** RFC 6761, 6.3: these are loopback whatever name servers say. */
const LOCALHOST = /^(?:.+\.)?localhost\.?$/i
const LOOPBACK = ['127.0.0.1', '::1']

/**
 * Asks the system, once at a time for each name: lookups share a few threads with the rest of the process, and a name whose
 * servers are silent holds one for many seconds. Nothing is remembered, so each connection judges a fresh answer.
 */
export function systemResolver(): Resolve {
  const underWay = new Map<string, Promise<readonly string[]>>()
  return (host) => {
    if (LOCALHOST.test(host)) return Promise.resolve(LOOPBACK)
    const known = underWay.get(host)
    if (known !== undefined) return known
    const asked = askSystem(host).finally(() => underWay.delete(host))
    underWay.set(host, asked)
    return asked
  }
}

function askSystem(host: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true, order: 'verbatim' }, (error, answers) => {
      if (error === null) resolve(answers.map(({ address }) => address))
      else reject(error)
    })
  })
}

/**
 * The `lookup` of a connection: resolves, lets `check` judge every answer, and gives back only what passed. One refused
 * answer refuses the name, since an honest one does not lead both outside and inside.
 * @param check throws for an address that is refused
 */
export function checkedLookup(resolve: Resolve, check: (address: string) => void): LookupFunction {
  return (host, options, callback) => {
    resolve(host)
      .then((addresses) => {
        for (const address of addresses) check(address)
        return addresses.map((address) => ({ address, family: isIP(address) }))
      })
      .then(
        (answers) => {
          const [first] = answers
          if (first === undefined) callback(noAddress(host), '')
          else if (options.all === true) callback(null, answers)
          else callback(null, first.address, first.family)
        },
        (error: NodeJS.ErrnoException) => callback(error, ''),
      )
  }
}

function noAddress(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND', syscall: 'getaddrinfo' })
}
