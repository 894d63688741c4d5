import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { brokenLinks } from '../../bin/site/links.ts'
import { readPages } from '../../bin/site/pages.ts'
import { makeSidebar } from '../../bin/site/sidebar.ts'
import { temporaryFolder } from '../support/temp.ts'

function folderWith(t: ExecutionContext, files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder(t)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const DOCUMENTS = {
  'README.md': '# Start\n\nSee [a `b`](docs/a.md#two-words), [the code](core/x.ts), [all](docs/), ![](docs/p.svg)\n',
  'CHANGELOG.md': '# Changes\n',
  'CODE_OF_CONDUCT.md': '# Conduct\n',
  'CONTRIBUTING.md': '# Contributing\n\n[elsewhere](https://example.com/x) [here](#top) [more](more/README.md)\n',
  'SECURITY.md': '# Security\n\n```sh\n[no](link.md)\n```\n\n`[none](either.md)`\n',
  'core/x.ts': 'export {}\n',
  'docs/README.md': '# All\n\n[back](../README.md)\n',
  'docs/a.md': '# A `b`\n\n## Two words\n',
  'docs/p.svg': '<svg/>\n',
  'examples/README.md': '# Examples\n',
  'more/README.md': '# More\n',
}

test('the pages are all documents and what they link to, with links to places in the site', (t) => {
  const pages = readPages(folderWith(t, DOCUMENTS))
  const page = (wanted: string) => pages.find(({ path }) => path === wanted)
  t.deepEqual(
    pages.map(({ path }) => path).sort(),
    Object.keys(DOCUMENTS)
      .filter((name) => name.endsWith('.md'))
      .sort(),
  )
  t.is(
    page('README.md')?.text,
    '# Start\n\nSee [a `b`](/docs/a.md#two-words), [the code](/core/x.ts.txt), [all](/docs/index.md), ![](./docs/p.svg)\n',
  )
  t.deepEqual(page('README.md')?.files, ['core/x.ts'])
  t.deepEqual(page('README.md')?.pictures, ['docs/p.svg'])
  t.is(page('docs/README.md')?.text, '# All\n\n[back](/index.md)\n')
  t.is(page('SECURITY.md')?.text, DOCUMENTS['SECURITY.md'], 'code stays as it is')
  t.regex(
    page('CONTRIBUTING.md')?.text ?? '',
    /\(https:\/\/example\.com\/x\) \[here\]\(#top\) \[more\]\(\/more\/index\.md\)/,
  )
  t.is(page('docs/a.md')?.title, 'A b')
})

test('a link to nothing, and one out of the repository, is an error', (t) => {
  for (const target of ['b.md', 'core/', '../../../etc/passwd', 'p.png'])
    t.throws(() => readPages(folderWith(t, { ...DOCUMENTS, 'docs/a.md': `# A\n\n[x](${target})\n` })), {
      message: /docs\/a\.md/,
    })
  t.throws(() => readPages(folderWith(t, { ...DOCUMENTS, 'docs/a.md': 'no title' })), { message: /no title/ })
})

test('every page has its place in the sidebar', (t) => {
  const pages = readPages(folderWith(t, DOCUMENTS)).filter(({ path }) => path.startsWith('docs/'))
  const sidebar = makeSidebar(
    [
      { text: 'One', pages: ['docs/a.md'] },
      { text: 'Rest', pages: ['docs/'] },
    ],
    pages,
  )
  t.deepEqual(
    sidebar.map(({ text, items }) => [text, items]),
    [
      ['One', [{ text: 'A b', link: '/docs/a.md' }]],
      ['Rest', [{ text: 'All', link: '/docs/index.md' }]],
    ],
  )
  t.deepEqual(makeSidebar([{ text: 'One', pages: ['docs/a.md'] }], pages).at(-1), {
    text: 'More',
    collapsed: false,
    items: [{ text: 'All', link: '/docs/index.md' }],
  })
  t.throws(() => makeSidebar([{ text: 'One', pages: ['docs/', 'docs/b.md'] }], pages), { message: /docs\/b\.md/ })
})

test('in a built site every link is followed, and nothing is loaded from elsewhere', (t) => {
  const good =
    '<a href="/x/b.html#two">b</a><a href="./b.html">b</a><a href="https://example.com/">out</a><a href="#top">'
  const folder = folderWith(t, {
    'index.html': `<p id="top">${good}<img src="/x/p.svg">`,
    'b.html': '<h2 id="two">Two</h2><a href="/x/">start</a>',
    'p.svg': '<svg/>',
  })
  t.deepEqual(brokenLinks(folder, '/x/'), [])
  for (const [html, problem] of [
    ['<a href="/x/c.html">', /c\.html leads nowhere/],
    ['<a href="/x/b.html#three">', /#three has no such anchor/],
    ['<a href="#three">', /#three has no such anchor/],
    ['<a href="/b.html">', /leads out of the site/],
    ['<img src="q.svg">', /q\.svg leads nowhere/],
    ['<script src="https://cdn.example.com/a.js">', /loaded from elsewhere/],
    ['<link rel="stylesheet" href="//fonts.example.com/a.css">', /loaded from elsewhere/],
  ] as const) {
    writeFileSync(join(folder, 'index.html'), html)
    const problems = brokenLinks(folder, '/x/')
    t.is(problems.length, 1, html)
    t.regex(problems[0] ?? '', problem)
  }
})
