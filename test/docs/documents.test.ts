import { readdirSync, readFileSync } from 'node:fs'
import test from 'ava'
import { Registry } from 'prom-client'
import { DEFINITIONS } from '../../config/definitions.ts'
import { createProxyMetrics } from '../../proxy/telemetry/metrics.ts'

const ROOT = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')

test("the operator's guide has every setting with its default", (t) => {
  const guide = read('docs/operators-guide.md')
  for (const { variable, fallback } of Object.values(DEFINITIONS)) {
    const shown = fallback === undefined || fallback === '' ? '-' : `\`${fallback}\``
    t.true(guide.includes(`| ${variable} | ${shown} |`), `${variable} with the default ${shown}`)
  }
})

test('the list of metrics has every one of the proxy with its labels', async (t) => {
  const document = read('docs/metrics.md')
  const registry = new Registry()
  createProxyMetrics(registry)
  for (const metric of registry.getMetricsAsArray()) {
    const row = document.split('\n').find((line) => line.startsWith(`| \`${metric.name}\` |`))
    t.truthy(row, metric.name)
    const labels = (metric as unknown as { labelNames: readonly string[] }).labelNames
    for (const label of labels) t.true(row?.includes(`\`${label}\``), `${metric.name}: ${label}`)
  }
})

test('every link between documents leads somewhere', (t) => {
  const documents = [
    ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', 'bench/README.md'],
    ...readdirSync(new URL('examples/', ROOT), { recursive: true }).map((name) => `examples/${name}`),
    ...readdirSync(new URL('docs/', ROOT), { recursive: true }).map((name) => `docs/${name}`),
  ]
  for (const document of documents.filter((name) => name.endsWith('.md'))) {
    for (const [, target = ''] of read(document).matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      t.notThrows(() => readDirectoryOrFile(new URL(target, new URL(document, ROOT))), `${document} -> ${target}`)
    }
  }
})

function readDirectoryOrFile(url: URL): void {
  if (url.pathname.endsWith('/')) readdirSync(url)
  else readFileSync(url)
}
