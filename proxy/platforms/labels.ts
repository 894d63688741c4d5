/** Words that say what a bare number is: those that the rules for numbers ask for around a value. */
const TELLING: ReadonlySet<string> = new Set(
  (
    'tel telephone telephones phone phones mobile portable gsm fax cell cellphone whatsapp msisdn ' +
    'iban bic rib card cards carte cartes pan visa mastercard amex creditcard cardnumber ccnum cc account compte bank ' +
    'nir nni insee nss secu securite social ssn itin taxpayer siren siret passport passeport'
  ).split(' '),
)
/** Names without meaning: then a field beside them has the meaning, as in `{"type": "ssn", "value": 123456789}`. */
const EMPTY: ReadonlySet<string> = new Set('value val number num no n v id data content raw text digits'.split(' '))
const MAX_LABEL_LENGTH = 40

/** `phone number` of `phoneNumber`, `phone_number` and `phone-number`. */
function words(name: string): string[] {
  if (name.length > MAX_LABEL_LENGTH) return []
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
}

/** Whether a name says what kind of number its value is. */
function isTelling(name: string): boolean {
  return words(name).some((word) => TELLING.has(word))
}

/**
 * What a number in JSON is called, where its name, the name around it or a string beside it says so; undefined else.
 * @param siblings short strings of the same object
 */
export function labelOf(name: string, parent: string, siblings: readonly string[]): string | undefined {
  if (isTelling(name)) return words(name).join(' ')
  if (!words(name).every((word) => EMPTY.has(word))) return undefined
  const beside = isTelling(parent) ? parent : siblings.find(isTelling)
  return beside === undefined ? undefined : words(beside).join(' ')
}
