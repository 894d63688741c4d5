/** Whether the last of `length` digits is the check digit of ISO/IEC 7812-1, annex B ("Luhn"). `digits` holds ASCII digits only. */
export function passesLuhn(digits: string, length = digits.length): boolean {
  let sum = 0
  for (let i = length - 1, doubled = false; i >= 0; i--, doubled = !doubled) {
    const digit = digits.charCodeAt(i) - 48
    sum += doubled ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
  }
  return length > 0 && sum % 10 === 0
}
