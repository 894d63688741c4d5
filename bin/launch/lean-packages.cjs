/**
 * Loaded before everything else (options.mjs). Zod brings its messages in sixty languages as one object that nobody can leave out; what Weir says
 * of its users' mistakes it says itself, and of zod's messages it reads the English ones, which are imported apart. Two megabytes.
 */
const { registerHooks } = process.getBuiltinModule('node:module')

const LOCALES = '../locales/index.js'
const ZOD = '/node_modules/zod/'
const NOTHING = { url: 'data:text/javascript,', format: 'module', shortCircuit: true }

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isOfZod = specifier === LOCALES && context.parentURL?.includes(ZOD)
    return isOfZod ? NOTHING : nextResolve(specifier, context)
  },
})
