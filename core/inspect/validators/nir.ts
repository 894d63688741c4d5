/**
 * The French social security number (NIR): sex, year and month of birth, department and commune, order, and a key of two
 * digits (INSEE, "numéro d'inscription au répertoire"). Layout: S YY MM DD CCC OOO KK.
 */

/** Thirteen characters without key: every field has a value that INSEE gives out. `nir` has Corsica's A or B in upper case. */
export function isNirBody(nir: string): boolean {
  if (nir.length !== 13) return false
  // 1 and 2; 3 and 4 for people being registered, 5 and 6 seen in old files, 7 and 8 for temporary numbers.
  if (nir < '1' || nir > '9') return false
  const corsica = nir[6] === 'A' || nir[6] === 'B'
  if (corsica && nir[5] !== '2') return false
  for (let i = 0; i < 13; i++) {
    const code = nir.charCodeAt(i)
    if ((code < 48 || code > 57) && !(i === 6 && corsica)) return false
  }
  const month = Number(nir.slice(3, 5))
  // 20 to 42 and 50 to 99 stand for months that the civil registers do not tell.
  if (month === 0 || (month > 12 && month < 20) || (month > 42 && month < 50)) return false
  const department = nir.slice(5, 7)
  if (department === '00') return false
  // The communes of the overseas departments (97x, 98x) have two digits after a department of three.
  return nir.slice(10, 13) !== '000' && nir.slice(7, 10) !== '000'
}

/** Fifteen characters with the key: 97 minus the remainder by 97 of the thirteen first, 2A counting as 19 and 2B as 18. */
export function isNir(nir: string): boolean {
  if (nir.length !== 15 || !isNirBody(nir.slice(0, 13)) || !/^[0-9]{2}$/.test(nir.slice(13))) return false
  const body = Number(nir.slice(0, 13).replace('2A', '19').replace('2B', '18'))
  return 97 - (body % 97) === Number(nir.slice(13))
}
