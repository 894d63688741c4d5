import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import test from 'ava'
import { readPages } from '../../bin/site/pages.ts'
import { openBrowser, type Page } from '../console/browser.ts'
import { testWith } from '../support/optional.ts'
import { fileScope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'

const ROOT = join(import.meta.dirname, '../..')
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
}

/** It takes ten seconds of a processor that it has for itself. */
const BUILD_MS = 300_000

const scope = fileScope()

const siteTest = testWith(test, 'site').serial
const pictureTest = testWith(test, 'site', 'chromium', 'console').serial

function site(...args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const command = [join(ROOT, 'bin/site.ts'), ...args]
    execFile(process.execPath, command, { timeout: BUILD_MS }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr })
    })
  })
}

let built: Promise<string> | undefined
/** One build for the whole file. */
const theSite = () => {
  built ??= (async () => {
    const folder = join(temporaryFolder(scope), 'weir')
    const { code, output } = await site('--to', folder, '--base', '/weir/')
    if (code !== 0) throw new Error(output)
    return folder
  })()
  return built
}

siteTest('every document is a page, and can be searched', async (t) => {
  t.timeout(BUILD_MS)
  const folder = await theSite()
  const pages = readPages(ROOT)
  t.true(pages.length > 60)
  for (const { path } of pages) {
    const page = join(folder, path.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html'))
    t.true(existsSync(page), path)
  }
  const chunks = join(folder, 'assets/chunks')
  const name = readdirSync(chunks).find((file) => file.includes('localSearchIndex')) ?? ''
  const index = readFileSync(join(chunks, name), 'utf8')
  for (const text of ['docs/faq.html', 'docs/decisions/0022-http-2.html', 'weir_proxy_workers', 'examples/sidecar/'])
    t.true(index.toLowerCase().includes(text), text)
})

test.serial('a folder that holds something else than a site is not replaced', async (t) => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'a'))
  writeFileSync(join(folder, 'a/mine.txt'), 'mine')
  const { code, output } = await site('--to', join(folder, 'a'))
  t.is(code, 2, output)
  t.is(readFileSync(join(folder, 'a/mine.txt'), 'utf8'), 'mine')
  t.is((await site('--base', 'weir')).code, 2)
})

/** Serves a site below /weir/, as any server of files would. */
async function serve(folder: string): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const name = decodeURIComponent(pathname).replace(/^\/weir\//, '')
    const file = join(folder, name === '' || name.endsWith('/') ? `${name}index.html` : name)
    if (!pathname.startsWith('/weir/') || !existsSync(file) || statSync(file).isDirectory())
      response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  scope.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const SEEN = ['', 'docs/operators-guide.html', 'docs/architecture.html', 'docs/webhooks.html', 'docs/images/banner/']

pictureTest(
  'the site is read and searched in light and dark, wide and narrow, and asks nobody else for anything',
  async (t) => {
    t.timeout(BUILD_MS)
    const origin = await serve(await theSite())
    const browser = await openBrowser(scope)
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 360],
      ['dark', 1280],
      ['light', 360],
    ] as const) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } })
      const page = await context.newPage()
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(error.message))
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
      page.on('request', (request) => {
        if (!request.url().startsWith(`${origin}/weir/`) && !request.url().startsWith('data:'))
          problems.push(request.url())
      })
      for (const path of SEEN.slice(0, width === 360 ? 5 : 2)) {
        await page.goto(`${origin}/weir/${path}`)
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
        t.true(wide <= width, `${path} is ${wide} wide in ${width}`)
      }
      const dark = await page.evaluate<boolean>("document.documentElement.classList.contains('dark')")
      t.is(dark, colorScheme === 'dark')
      await search(page)
      t.is(new URL(page.url()).pathname, '/weir/docs/operators-guide.html')
      t.deepEqual(problems, [])
      await context.close()
    }
  },
)

/** Looks for a setting, and opens what is found first. */
async function search(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search' }).click()
  const box = page.locator('input.search-input')
  await box.waitFor({ state: 'visible' })
  await box.fill('PROXY_WORKERS several processes')
  const result = page.locator('.VPLocalSearchBox .result').first()
  await result.waitFor({ state: 'visible' })
  await result.click()
  await page.waitForURL(/operators-guide/)
}
