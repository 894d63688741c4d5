/**
 * What follows the country code and the two check digits, per country, in the notation of the SWIFT IBAN registry:
 * lengths of digits (n), upper-case letters (a) and either (c).
 */
// biome-ignore format: a table of facts reads better in columns
const STRUCTURES: Readonly<Record<string, string>> = {
  // In the registry, release 101.
  AD: '8n12c', AE: '19n', AL: '8n16c', AT: '16n', AZ: '4a20c', BA: '16n', BE: '12n', BG: '4a6n8c', BH: '4a14c', BI:
  '23n', BR: '23n1a1c', BY: '4c4n16c', CH: '5n12c', CR: '18n', CY: '8n16c', CZ: '20n', DE: '18n', DJ: '23n', DK:
  '14n', DO: '4c20n', EE: '16n', EG: '25n', ES: '20n', FI: '14n', FK: '2a12n', FO: '14n', FR: '10n11c2n', GB: '4a14n',
  GE: '2a16n', GI: '4a15c', GL: '14n', GR: '7n16c', GT: '24c', HN: '4a20n', HR: '17n', HU: '24n', IE: '4a14n', IL:
  '19n', IQ: '4a15n', IS: '22n', IT: '1a10n12c', JO: '4a4n18c', KW: '4a22c', KZ: '3n13c', LB: '4n20c', LC: '4a24c',
  LI: '5n12c', LT: '16n', LU: '3n13c', LV: '4a13c', LY: '21n', MC: '10n11c2n', MD: '20c', ME: '18n', MK: '3n10c2n',
  MN: '16n', MR: '23n', MT: '4a5n18c', MU: '4a19n3a', NI: '4a20n', NL: '4a10n', NO: '11n', OM: '3n16c', PK: '4a16c',
  PL: '24n', PS: '4a21c', PT: '21n', QA: '4a21c', RO: '4a16c', RS: '18n', RU: '14n15c', SA: '2n18c', SC: '4a20n3a',
  SD: '14n', SE: '20n', SI: '15n', SK: '20n', SM: '1a10n12c', SO: '19n', ST: '21n', SV: '4a20n', TL: '19n', TN: '20n',
  TR: '6n16c', UA: '6n19c', VA: '18n', VG: '4a16n', XK: '16n', YE: '4a4n18c',
  // Used by banks, not in the registry: most follow the French (23 or 10-11-2) or Portuguese form.
  AO: '21n', AX: '14n', BF: '23n', BJ: '1a23n', BL: '10n11c2n', CF: '23n', CG: '23n', CI: '1a23n', CM: '23n', CV:
  '21n', DZ: '20n', GA: '23n', GF: '10n11c2n', GP: '10n11c2n', GQ: '23n', GW: '2c19n', IR: '22n', KM: '25n', MA:
  '24n', MF: '10n11c2n', MG: '23n', ML: '1a23n', MQ: '10n11c2n', MZ: '21n', NC: '10n11c2n', NE: '2a22n', PF:
  '10n11c2n', PM: '10n11c2n', RE: '10n11c2n', SN: '1a23n', TD: '23n', TF: '10n11c2n', TG: '2a22n', WF: '10n11c2n', YT:
  '10n11c2n',
}

interface Structure {
  /** Characters of the whole IBAN. */
  readonly length: number
  /** One letter n, a or c per character after the first four. */
  readonly kinds: string
}

const COUNTRIES: ReadonlyMap<string, Structure> = new Map(
  Object.entries(STRUCTURES).map(([country, notation]) => {
    const kinds = notation.replace(/(\d+)([nac])/g, (_, count: string, kind: string) => kind.repeat(Number(count)))
    return [country, { length: kinds.length + 4, kinds }]
  }),
)

export const IBAN_COUNTRIES: readonly string[] = [...COUNTRIES.keys()]

/** By the two letters of the country, the length of its IBANs; 0 where none is known. */
const LENGTHS = new Uint8Array(32 * 32)
for (const [country, { length }] of COUNTRIES) LENGTHS[indexOf(country.charCodeAt(0), country.charCodeAt(1))] = length

/** Of two ASCII letters in either case. */
function indexOf(first: number, second: number): number {
  return ((first & 31) << 5) | (second & 31)
}

/** Length in characters of an IBAN of this country (two upper-case letters); undefined where none is known. */
export function ibanLength(country: string): number | undefined {
  return COUNTRIES.get(country)?.length
}

/** The same by the codes of the two letters, ASCII in either case; 0 where none is known. */
export function ibanLengthOf(first: number, second: number): number {
  return LENGTHS[indexOf(first, second)] as number
}

/** `iban` without spaces, in upper case: country, length, structure, and the check digits of ISO 13616 (ISO 7064 mod 97-10). */
export function isIban(iban: string): boolean {
  const country = COUNTRIES.get(iban.slice(0, 2))
  if (country === undefined || iban.length !== country.length) return false
  for (let i = 4; i < iban.length; i++) {
    const code = iban.charCodeAt(i)
    const digit = code >= 48 && code <= 57
    const letter = code >= 65 && code <= 90
    const kind = country.kinds[i - 4]
    if (kind === 'n' ? !digit : kind === 'a' ? !letter : !digit && !letter) return false
  }
  // 97 - remainder + 1 gives 02 to 98, so a generator never writes 00, 01 or 99 although mod 97 would accept them.
  const tens = iban.charCodeAt(2) - 48
  const ones = iban.charCodeAt(3) - 48
  if (tens < 0 || tens > 9 || ones < 0 || ones > 9) return false
  const check = tens * 10 + ones
  return check >= 2 && check <= 98 && mod97(iban, 0, 4, mod97(iban, 4, iban.length, 0)) === 1
}

/** Remainder by 97 of the number that upper-case letters (A = 10) and digits spell, behind one with that remainder. */
function mod97(value: string, from: number, to: number, before: number): number {
  let remainder = before
  for (let i = from; i < to; i++) {
    const code = value.charCodeAt(i)
    remainder = code <= 57 ? (remainder * 10 + code - 48) % 97 : (remainder * 100 + code - 55) % 97
  }
  return remainder
}
