import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'

const FOLDER = join(import.meta.dirname, '../messages')

/**
 * Makes modules of the catalogues: ICU messages are parsed at the build, so that no browser gets a parser. A message is a
 * list of texts and of arguments: `[name]`, `[name, 'plural', { one: […], other: […] }]` (src/i18n/format.ts).
 * @returns {import('vite').Plugin}
 */
export function messages() {
  return {
    name: 'weir-messages',
    transform(_code, id) {
      const language = /[\\/]messages[\\/](\w\w)\.json$/.exec(id)?.[1]
      if (language === undefined) return undefined
      const catalogue = JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8'))
      const compiled = Object.fromEntries(
        Object.entries(catalogue).map(([key, text]) => {
          const tokens = compileMessage(text)
          return [key, tokens.length === 1 && typeof tokens[0] === 'string' ? tokens[0] : tokens]
        }),
      )
      return { code: `export default ${JSON.stringify(compiled)}`, map: null, moduleType: 'js' }
    },
  }
}
