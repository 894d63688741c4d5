/** The module that shows the console. The page's own script is small, asks the server, and imports it meanwhile. */
const START = /[\\/]src[\\/]app[\\/]start\.tsx$/

/**
 * How modules become files: two for the first view, where common chunks would be dozens of requests.
 * @type {import('rolldown').OutputOptions}
 */
export const FILES = {
  codeSplitting: {
    groups: [
      { name: 'index', tags: ['$initial'], priority: 2 },
      { name: 'first', test: START, priority: 1 },
    ],
  },
}

/**
 * Browsers that know it compile the functions of a file while they load it, and not one after the other, on the thread that
 * shows the page, when each is called (https://v8.dev/blog/explicit-compile-hints).
 */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad\n'

/**
 * Has the first view loaded and compiled early: its files are named in the page, so that browsers ask for them at once and
 * not when they have run the page's own script.
 * @returns {import('vite').Plugin}
 */
export function firstView() {
  return {
    name: 'weir-first-view',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const one of Object.values(bundle)) if (holdsStart(one)) one.code = COMPILE_ALL + one.code
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const start = Object.values(bundle).find(holdsStart)
        const wanted = new Set(start === undefined ? [] : [start.fileName])
        for (const name of wanted) {
          const file = bundle[name]
          for (const other of file?.type === 'chunk' ? file.imports : []) wanted.add(other)
        }
        return [...wanted]
          .filter((name) => !html.includes(name))
          .map((name) => {
            const attrs = { rel: 'modulepreload', crossorigin: true, href: `/${name}` }
            return { tag: 'link', attrs, injectTo: 'head' }
          })
      },
    },
  }
}

/** @param {import('rolldown').OutputChunk | import('rolldown').OutputAsset} one */
function holdsStart(one) {
  return one.type === 'chunk' && one.moduleIds.some((id) => START.test(id))
}
