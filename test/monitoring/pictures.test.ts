import { existsSync, readFileSync } from 'node:fs'
import test from 'ava'
import { draw, nameOf, shown } from './pictures.ts'
import { dashboards } from './queries.ts'

const HOW = 'WEIR_TEST_PICTURES=1 npm test -- test/monitoring/prometheus.test.ts'
const FOLDER = new URL('../../docs/images/dashboards/', import.meta.url)

test('values are shown in the units of Grafana, short', (t) => {
  t.deepEqual(
    [
      shown(0.01234, 's'),
      shown(90, 's'),
      shown(3_250_000, 'bytes'),
      shown(2048, 'Bps'),
      shown(0.256, 'percentunit'),
      shown(12, 'short'),
      shown(12_345, 'short'),
      shown(0, 'reqps'),
    ],
    ['12.3 ms', '90 s', '3.1 MiB', '2 KiB/s', '25.6 %', '12', '12.3 K', '0 req/s'],
  )
  t.is(nameOf('{{action}} of {{ platform }}', { action: 'block', platform: 'x' }), 'block of x')
  t.is(nameOf('', { type: 'IBAN' }), 'IBAN')
})

test('a picture has every panel, what it was given, and no markup of others', (t) => {
  for (const dashboard of dashboards) {
    const points = [
      [1, 2],
      [2, 4],
    ] as const
    const picture = draw(dashboard, () => [{ name: '<b>', points }])
    for (const { title } of dashboard.panels) t.true(picture.includes(`>${title}</text>`), title)
    t.true(picture.includes('&lt;b&gt;'))
    t.notRegex(picture, /<b>|NaN|undefined/)
    t.notRegex(
      draw(dashboard, () => []),
      /NaN|Infinity|undefined/,
    )
  }
})

test('the pictures in the documents are of the dashboards as they are', (t) => {
  const page = readFileSync(new URL('README.md', FOLDER), 'utf8')
  for (const { uid, title, panels } of dashboards) {
    const file = new URL(`${uid}.svg`, FOLDER)
    t.true(existsSync(file), title)
    const picture = readFileSync(file, 'utf8')
    const drawn = [...picture.matchAll(/font-weight="600" fill="#1f2328">([^<]+)<\/text>/g)].map(([, name]) => name)
    const titles = [title, ...panels.map((panel) => panel.title)]
    // A panel that came later may be missing; one that is gone or has another name may not be there.
    t.deepEqual(
      drawn.filter((name) => !titles.includes(name ?? '')),
      [],
      `draw them anew: ${HOW}`,
    )
    t.true(drawn.length > titles.length / 2)
    t.true(page.includes(`(${uid}.svg)`), uid)
  }
})
