import type { Dashboard, Panel, Variable } from './queries.ts'

/** Units of Grafana's list (packages/grafana-data/src/valueFormats/categories.ts in grafana/grafana), as far as ours go. */
const UNITS = new Set(['short', 'none', 'percentunit', 'bytes', 'Bps', 's', 'reqps', 'cps', 'ops'])
const SOURCE = `\${datasource}`

interface Target {
  readonly expr: string
}

/** What a rule says against a dashboard: one line for each place. */
type Rule = (dashboard: Dashboard) => string[]

/** A rule about each panel; what it returns is what is wrong. */
const ofPanels =
  (look: (panel: Panel) => string | undefined): Rule =>
  ({ panels }) =>
    panels.flatMap((panel) => {
      const problem = look(panel)
      return problem === undefined ? [] : [`${panel.title}: ${problem}`]
    })

const ofTargets = (look: (target: Target) => string | undefined): Rule =>
  ofPanels(({ targets }) => targets.map(look).find((problem) => problem !== undefined))

/** `job` and `instance` are alike: what the series have, all of it at first. */
const variable =
  (name: string): Rule =>
  ({ templating }) => {
    const found = templating.list.find((one) => one.name === name)
    if (found === undefined) return [`there is no variable ${name}`]
    const wanted: Readonly<Record<string, unknown>> = {
      label: name.charAt(0).toUpperCase() + name.slice(1),
      type: 'query',
      multi: true,
      includeAll: true,
      allValue: '.+',
    }
    const wrong = Object.entries(wanted).filter(([key, value]) => found[key as keyof Variable] !== value)
    return [
      ...wrong.map(([key, value]) => `${key} is not ${String(value)}`),
      ...(found.datasource?.uid === SOURCE ? [] : ['it does not take its values from the data source that is chosen']),
      // Grafana shows one of the two and uses the other.
      ...(found.definition === found.query ? [] : ['definition and query differ']),
    ]
  }

const matcher = (name: string): Rule =>
  ofTargets(({ expr }) => {
    const bare = [...expr.matchAll(/\bweir_\w+(\{[^}]*\})?/g)].find(
      ([, matchers = '']) => !matchers.includes(`${name}=~"$${name}"`),
    )
    return bare && `${bare[0]} has no matcher for ${name}`
  })

/**
 * The rules of Grafana's dashboard-linter by their names, as its documentation describes them (docs/index.md in
 * grafana/dashboard-linter), but those about Loki, which Weir does without, and `target-promql-rule`, which promtool sees to.
 */
export const RULES: Readonly<Record<string, Rule>> = {
  'template-datasource-rule': ({ templating }) => {
    const sources = templating.list.filter(({ type }) => type === 'datasource')
    if (sources.length !== 1) return [`there are ${sources.length} variables for a data source`]
    const { name, label, query } = sources[0] as Variable
    return name === 'datasource' && label === 'Data source' && query === 'prometheus'
      ? []
      : [`${name} "${label}" (${query})`]
  },
  'template-job-rule': variable('job'),
  'template-instance-rule': variable('instance'),
  'template-label-promql-rule': ({ templating }) =>
    templating.list
      .filter(({ type, query }) => type === 'query' && !/^label_values\(\w*(?:\{[^{}]*\})?, \w+\)$/.test(query))
      .map(({ name, query }) => `${name}: ${query}`),
  'template-on-time-change-reload-rule': ({ templating }) =>
    templating.list.filter(({ type, refresh }) => type === 'query' && refresh !== 2).map(({ name }) => name),
  'panel-datasource-rule': ofPanels(({ datasource, targets }) =>
    [{ datasource }, ...targets].every((one) => one.datasource?.uid === SOURCE) ? undefined : 'another data source',
  ),
  'panel-title-description-rule': ofPanels(({ title, description }) =>
    title.trim() === '' || (description ?? '').trim() === '' ? 'no title or no description' : undefined,
  ),
  'panel-units-rule': ofPanels(({ fieldConfig }) => {
    const { unit } = fieldConfig.defaults
    return UNITS.has(unit) ? undefined : `the unit ${unit}`
  }),
  'panel-no-targets-rule': ofPanels(({ targets }) => (targets.length > 0 ? undefined : 'no query')),
  'target-rate-interval-rule': ofTargets(({ expr }) =>
    /\bi?rate\([^[]*\[(?!\$__rate_interval\])/.test(expr) ? expr : undefined,
  ),
  'target-job-rule': matcher('job'),
  'target-instance-rule': matcher('instance'),
  'target-counter-agg-rule': ofTargets(({ expr }) => {
    const found = [...expr.matchAll(/\bweir_\w+_total\b/g)].find(
      ({ index }) => !/\b(?:i?rate|increase)\($/.test(expr.slice(0, index)),
    )
    return found && `${found[0]} is not a rate`
  }),
  'uneditable-dashboard': ({ editable }) => (editable ? ['it can be edited'] : []),
}

/** What the rules say, each line with its rule. */
export function lint(dashboard: Dashboard): string[] {
  return Object.entries(RULES).flatMap(([name, rule]) => rule(dashboard).map((problem) => `${name}: ${problem}`))
}
