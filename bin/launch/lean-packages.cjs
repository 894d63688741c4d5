/**
 * Loaded before everything else (options.mjs). Of four packages it loads what Weir uses, where no import can leave out the rest:
 *
 * - Zod brings its messages in sixty languages as one object. What Weir says of its users' mistakes it says itself, and of zod's messages
 *   it reads the English ones, which are imported apart. Two megabytes.
 * - Of libphonenumber Weir calls four functions, and the entries that its `exports` name bring all of them: fifty modules, a megabyte
 *   and 20 ms in each thread that reads prompts.
 * - rate-limiter-flexible brings a module for each of fifteen databases. Weir counts in memory and in Redis.
 * - koa-body brings readers of forms, with seventy modules. Of the API's bodies it reads the text alone.
 */
const { registerHooks } = process.getBuiltinModule('node:module')
const { pathToFileURL } = process.getBuiltinModule('node:url')

const ZOD = '/node_modules/zod/'
const ZOD_LOCALES = '../locales/index.js'
const PHONE = 'libphonenumber-js/max'
const RATE_LIMITER = '/node_modules/rate-limiter-flexible/index.js'
const RATE_LIMITERS = new Set(['Memory', 'Redis', 'Res'].map((name) => `./lib/RateLimiter${name}`))
const FORM = '/node_modules/co-body/lib/form.js'
const KOA_BODY = '/node_modules/koa-body/'
const MULTIPART = './utils/parse-with-formidable.js'

/** @param {string} source */
const moduleOf = (source) => ({
  url: `data:text/javascript,${encodeURIComponent(source)}`,
  format: 'module',
  shortCircuit: true,
})
const NOTHING = moduleOf('')
const NO_READER = moduleOf('export default undefined')
/** The same for `require`, which reads files alone. */
const NOTHING_REQUIRED = {
  url: pathToFileURL(require.resolve('./nothing.cjs')).href,
  format: 'commonjs',
  shortCircuit: true,
}

/**
 * The package's own functions, with the metadata of the package's own entry. A name that is imported and not given here keeps Weir from
 * starting (test/bin/lean-packages.test.ts).
 * @param {string} entry
 */
function phoneParser(entry) {
  const file = (/** @type {string} */ path) => JSON.stringify(new URL(`../${path}`, entry).href)
  return moduleOf(
    `import parse from ${file('es6/parsePhoneNumber.js')}; import metadata from ${file('metadata.max.json.js')};
     import countries from ${file('es6/getCountries.js')};
     import Plans, { getCountryCallingCode as codeOf } from ${file('es6/metadata.js')};
     export const parsePhoneNumberFromString = (...args) => parse(...args, metadata)
     export const getCountries = () => countries(metadata)
     export const getCountryCallingCode = (country) => codeOf(country, metadata)
     export class Metadata extends Plans { constructor() { super(metadata) } }`,
  )
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    const parent = context.parentURL
    if (specifier === ZOD_LOCALES && parent?.includes(ZOD)) return NOTHING
    if (parent?.endsWith(RATE_LIMITER) && !RATE_LIMITERS.has(specifier)) return NOTHING_REQUIRED
    if (specifier === 'qs' && parent?.endsWith(FORM)) return NOTHING_REQUIRED
    if (specifier === MULTIPART && parent?.includes(KOA_BODY)) return NO_READER
    const resolved = nextResolve(specifier, context)
    return specifier === PHONE && resolved.url.endsWith('/max/index.js') ? phoneParser(resolved.url) : resolved
  },
})
