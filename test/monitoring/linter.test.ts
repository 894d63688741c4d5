import { spawnSync } from 'node:child_process'
import test from 'ava'
import { testWith } from '../support/optional.ts'
import { temporaryFile } from '../support/temp.ts'
import { lint, RULES } from './linter.ts'
import { asPrometheusTakesIt, type Dashboard, dashboards, panelQueries, variableQueries } from './queries.ts'

for (const dashboard of dashboards) {
  test(`${dashboard.title} keeps every rule of Grafana's linter`, (t) => {
    t.deepEqual(lint(dashboard), [])
  })
}

/** What breaks one rule, and no other: a text of the file, and what takes its place. */
const BREAKS: Readonly<Record<string, readonly [RegExp, string]>> = {
  'template-datasource-rule': [/"label":"Data source"/, '"label":"Prometheus"'],
  'template-job-rule': [/"label":"Job"/, '"label":"job"'],
  'template-instance-rule': [/"label":"Instance","type"/, '"label":"Host","type"'],
  'template-label-promql-rule': [/label_values\((\{.*?\}), job\)/g, 'label_values($1{}, job)'],
  'template-on-time-change-reload-rule': [/"refresh":2/, '"refresh":1'],
  'panel-datasource-rule': [/("panels":.*?"uid":)"\$\{datasource\}"/, '$1"PROM"'],
  'panel-title-description-rule': [/("panels":.*?"description":)"[^"]*"/, '$1""'],
  'panel-units-rule': [/"unit":"\w+"/, '"unit":"requests"'],
  'panel-no-targets-rule': [/"targets":\[\{.*?\}\],/, '"targets":[],'],
  'target-rate-interval-rule': [/\[\$__rate_interval\]/, '[5m]'],
  'target-job-rule': [/("expr":"[^"]*?\{[^}]*?)job=~\\"\$job\\",/, '$1'],
  'target-instance-rule': [/("expr":"[^"]*?\{[^}]*?),instance=~\\"\$instance\\"/, '$1'],
  'target-counter-agg-rule': [/rate\((weir_\w+_total)/, 'max_over_time($1'],
  'uneditable-dashboard': [/"editable":false/, '"editable":true'],
}

for (const rule of Object.keys(RULES)) {
  test(`${rule} is broken by what it is about, and nothing else is`, (t) => {
    const [pattern, replacement] = BREAKS[rule] ?? [/^$/, '']
    const text = JSON.stringify(dashboards.find(({ uid }) => uid === 'weir-overview'))
    const changed = text.replace(pattern, replacement)
    t.not(changed, text)
    const rules = new Set(lint(JSON.parse(changed) as Dashboard).map((problem) => problem.split(':')[0]))
    t.deepEqual([...rules], [rule])
  })
}

testWith(test, 'prometheus')(
  'target-promql-rule: every query of panels and variables is one that Prometheus reads',
  (t) => {
    const check = (expressions: readonly string[]) => {
      const rules = expressions.map((expr, index) => ({ record: `query:${index}`, expr: asPrometheusTakesIt(expr) }))
      const file = temporaryFile(t, JSON.stringify({ groups: [{ name: 'queries', rules }] }))
      return spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })
    }
    const expressions = [...panelQueries(), ...variableQueries()].map(({ expr }) => expr)
    const { status, stdout, stderr } = check(expressions)
    t.is(status, 0, stderr)
    t.regex(stdout, new RegExp(`SUCCESS: ${expressions.length} rules found`))
    t.not(check(['sum by (le) rate(x[5m])']).status, 0)
  },
)
