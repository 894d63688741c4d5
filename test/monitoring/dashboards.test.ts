import { readFileSync } from 'node:fs'
import test from 'ava'
import { dashboards, documentedMetrics, panelQueries, ruleExpressions, unknownIn, variableQueries } from './queries.ts'

/** What prom-client measures of the process and of Node, under each part's prefix; docs/metrics.md names them as a whole. */
const PROCESS = ['proxy', 'api'].flatMap((part) =>
  ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'].map(
    (name) => [`weir_${part}_${name}`, new Set<string>()] as const,
  ),
)
const METRICS = new Map([...documentedMetrics(), ...PROCESS])

test('a metric or a label that does not exist is found', (t) => {
  const labels = new Map([['weir_a_seconds', new Set(['part'])]])
  t.deepEqual(unknownIn('sum by (part, le) (rate(weir_a_seconds_bucket{part="x",job="y"}[5m]))', labels), [])
  t.deepEqual(unknownIn('weir_b_total', labels), ['weir_b_total'])
  t.deepEqual(unknownIn('weir_a_seconds{parts="x"}', labels), ['weir_a_seconds{parts}'])
  t.is(unknownIn('sum by (parts) (weir_a_seconds)', labels).length, 1)
})

test('every metric and label of panels and rules exists', (t) => {
  const queries = [...panelQueries(), ...ruleExpressions()]
  t.true(queries.length > 80, `${queries.length} queries`)
  for (const { name, expr } of queries) t.deepEqual(unknownIn(expr, METRICS), [], `${name}: ${expr}`)
})

test('there are four dashboards, which nobody can edit by accident, with units, texts and places of their own', (t) => {
  t.deepEqual(dashboards.map(({ uid }) => uid).toSorted(), ['weir-api', 'weir-dlp', 'weir-overview', 'weir-proxy'])
  for (const { title, editable, templating, panels } of dashboards) {
    t.false(editable, title)
    t.deepEqual(
      templating.list.map(({ name }) => name),
      ['datasource', 'job', 'instance'],
    )
    t.is(new Set(panels.map((panel) => panel.title)).size, panels.length, `${title}: titles`)
    for (const panel of panels) {
      t.true(panel.description.length > 5 && panel.fieldConfig.defaults.unit.length > 0, `${title}: ${panel.title}`)
      t.is(panel.datasource.uid, `\${datasource}`, panel.title)
      for (const { expr } of panel.targets) {
        t.true(expr.includes('job=~"$job",instance=~"$instance"'), `${panel.title}: ${expr}`)
        t.notRegex(expr, /\brate\([^[]*\[(?!\$__rate_interval\])/, `${panel.title}: ${expr}`)
      }
    }
    for (const [index, one] of panels.entries()) {
      for (const other of panels.slice(index + 1)) {
        const [a, b] = [one.gridPos, other.gridPos]
        const overlaps = a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
        t.false(overlaps, `${title}: ${one.title} and ${other.title}`)
      }
    }
  }
})

test('the variables take their values from one selector each, anew for each period, and mean all by default', (t) => {
  t.is(variableQueries().length, 2 * dashboards.length)
  for (const { name, expr } of variableQueries()) t.regex(expr, /^\w*(?:\{[^{}]*\})?$/, name)
  for (const { title, templating } of dashboards) {
    const [source, ...others] = templating.list
    t.is(source?.label, 'Data source', title)
    for (const variable of others) t.like(variable, { refresh: 2, multi: true, allValue: '.+' }, title)
  }
})

test('a counter is shown as a rate or an increase', (t) => {
  for (const { name, expr } of panelQueries()) {
    for (const { index } of expr.matchAll(/weir_\w+_total\b/g))
      t.regex(expr.slice(0, index), /\b(?:rate|increase)\($/, `${name}: ${expr}`)
  }
})

test('every alert has a runbook, and every runbook an alert', (t) => {
  const runbooks = readFileSync(new URL('../../docs/runbooks.md', import.meta.url), 'utf8')
  const described = [...runbooks.matchAll(/^## (Weir\w+)$/gm)].map(([, name]) => name)
  const raised = ruleExpressions().flatMap(({ name }) => (name.startsWith('Weir') ? [name] : []))
  t.true(raised.length > 20)
  t.deepEqual(described.toSorted(), raised.toSorted())
  const alerts = readFileSync(new URL('../../config/prometheus/rules/alerts.yml', import.meta.url), 'utf8')
  for (const name of raised) t.true(alerts.includes(`runbook: docs/runbooks.md#${name.toLowerCase()}\n`), name)
})
