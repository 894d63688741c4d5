import { readFileSync } from 'node:fs'

/** Written by bin/site.ts beside this file: the groups of pages, with their titles. */
const sidebar = JSON.parse(readFileSync(new URL('sidebar.json', import.meta.url), 'utf8'))

const icon = readFileSync(new URL('icon.svg', import.meta.url), 'utf8').replaceAll('\n', '')

export default {
  title: 'Weir',
  description: 'A forward proxy that keeps company data out of AI services, and its management API',
  lang: 'en-GB',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  appearance: true,
  markdown: {
    // Braces in the documents are those of paths, such as /users/{id}.
    attrs: { disable: true },
    anchor: { slugify: anchorOf },
    image: { lazyLoading: true },
    config: (md) => {
      breakNames(md)
      labelCells(md)
    },
  },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          options: { tokenize: namesAndWords },
          searchOptions: {
            tokenize: words,
            fuzzy: 0.15,
            prefix: true,
            combineWith: 'AND',
            boost: { title: 4, titles: 2 },
          },
        },
      },
    },
    docFooter: { prev: 'Before', next: 'Next' },
  },
}

/**
 * A setting is found by its name, and from each of the words in it on. The text of these two functions runs in the browser
 * too, where they can call no other.
 */
function namesAndWords(text) {
  return text.split(/[\s\-/.,:;|`'"()[\]{}<>=*]+/).flatMap((word) => {
    const words = word.split('_')
    return words.map((_, place) => words.slice(place).join('_'))
  })
}

function words(text) {
  return text.split(/[\s\-/.,:;|`'"()[\]{}<>=*]+/)
}

/** Long names and paths may break where a reader would break them. */
function breakNames(md) {
  for (const name of ['text', 'code_inline']) {
    const render = md.renderer.rules[name]
    md.renderer.rules[name] = (...given) => render(...given).replace(/(?<=\w_|\w\/)(?=\w)(?![^<]*>)/g, '<wbr>')
  }
}

/** Each cell knows the title of its column, which a narrow window shows beside it (theme/style.css). */
function labelCells(md) {
  md.core.ruler.push('cell_labels', ({ tokens }) => {
    let [titles, place] = [[], 0]
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'table_open') titles = []
      if (token.type === 'th_open') titles.push(tokens[index + 1].content.replace(/[`*]/g, ''))
      if (token.type === 'tr_open') place = 0
      if (token.type === 'td_open') token.attrSet('data-title', titles[place++] ?? '')
    }
  })
}

/** The anchors that Git hosts give to headings, for the links between documents to lead to the same places here. */
function anchorOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')
}
