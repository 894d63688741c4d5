import type { Rule } from '../rule.ts'
import { ADDRESS_RULES } from './address.ts'
import { OTHER_ADDRESS_RULES } from './address-other.ts'
import { RARE_ADDRESS_RULES } from './address-rare.ts'
import { AMERICAN_RULES } from './american.ts'
import { BANK_RULES } from './bank.ts'
import { BIRTH_RULES } from './birth.ts'
import { EMAIL_RULES } from './email.ts'
import { FRENCH_RULES } from './french.ts'
import { IDENTITY_RULES } from './identity.ts'
import { LEGAL_RULES } from './legal.ts'
import { LEGAL_SECTION_RULES } from './legal-sections.ts'
import { MEDICAL_RULES } from './medical.ts'
import { NAME_RULES } from './names.ts'
import { LISTED_NAME_RULES } from './names-listed.ts'
import { NETWORK_RULES } from './network.ts'
import { PASSPORT_RULES } from './passport.ts'
import { PHONE_RULES } from './phone.ts'
import { LOOSE_PHONE_RULES } from './phone-loose.ts'
import { PLATE_RULES } from './plates.ts'
import { SECRET_RULES } from './secrets.ts'
import { LOGIN_RULES } from './secrets-logins.ts'
import { SPOKEN_SECRET_RULES } from './secrets-spoken.ts'
import { STATED_SECRET_RULES } from './secrets-stated.ts'
import { TAX_RULES } from './tax.ts'
import { TOKEN_RULES } from './tokens.ts'
import { VENDOR_KEY_RULES } from './vendor-keys.ts'
import { WALLET_RULES } from './wallet.ts'

/** Every rule of the product, one file a family. */
export const RULES: readonly Rule[] = [
  ...EMAIL_RULES,
  ...PHONE_RULES,
  ...LOOSE_PHONE_RULES,
  ...BANK_RULES,
  ...FRENCH_RULES,
  ...AMERICAN_RULES,
  ...NETWORK_RULES,
  ...TOKEN_RULES,
  ...VENDOR_KEY_RULES,
  ...SECRET_RULES,
  ...SPOKEN_SECRET_RULES,
  ...STATED_SECRET_RULES,
  ...LOGIN_RULES,
  ...NAME_RULES,
  ...LISTED_NAME_RULES,
  ...LEGAL_RULES,
  ...MEDICAL_RULES,
  ...BIRTH_RULES,
  ...IDENTITY_RULES,
  ...PLATE_RULES,
  ...ADDRESS_RULES,
  ...OTHER_ADDRESS_RULES,
  ...RARE_ADDRESS_RULES,
  ...TAX_RULES,
  ...WALLET_RULES,
  ...LEGAL_SECTION_RULES,
  ...PASSPORT_RULES,
]
