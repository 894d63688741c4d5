import { isIP, type LookupFunction } from 'node:net'

/** Every address that a name has now. */
export type Resolve = (host: string) => Promise<readonly string[]>

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
