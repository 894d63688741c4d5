const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const SHOWN = 10

/** The end of a UUID, which is random and what references are made of: it begins with its time, which its neighbours share. */
export function shortId(id: string): string {
  return UUID.test(id) ? id.slice(-SHOWN) : id
}
