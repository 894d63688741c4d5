import test from 'ava'
import { plainWord } from '../../../../core/inspect/characters.ts'
import { COUNTRY_NAMES } from '../../../../core/inspect/data/country-names.ts'
import { testOn } from '../../../support/optional.ts'

/** Of the locale data that the list is made from. Another Node may have a newer one. */
const CLDR = '48'

const isSame = process.versions.cldr?.split('.')[0] === CLDR
testOn(
  test,
  `a Node with CLDR ${CLDR}`,
  isSame,
)('every country of one word is listed as Unicode CLDR calls it in English and French', (t) => {
  const names = new Set<string>()
  for (const language of ['en', 'fr']) {
    const regions = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (let code = 0; code < 26 * 26; code++) {
      const name = regions.of(String.fromCharCode(65 + Math.floor(code / 26), 65 + (code % 26)))
      if (name !== undefined && !/\P{L}/u.test(name)) names.add(plainWord(name))
    }
  }
  t.deepEqual(COUNTRY_NAMES, [...names].sort())
})
