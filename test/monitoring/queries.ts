import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const CONFIG = join(import.meta.dirname, '../../config')
const DASHBOARDS = join(CONFIG, 'grafana/dashboards')

export interface Panel {
  readonly title: string
  readonly description: string
  readonly type: string
  readonly datasource: { readonly uid: string }
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly fieldConfig: { readonly defaults: { readonly unit: string } }
  readonly targets: readonly {
    readonly expr: string
    readonly legendFormat: string
    readonly datasource?: { readonly uid: string }
  }[]
}

export interface Variable {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly query: string
  readonly definition?: string
  readonly datasource?: { readonly uid: string }
  readonly includeAll?: boolean
  readonly refresh?: number
  readonly multi?: boolean
  readonly allValue?: string
}

export interface Dashboard {
  readonly uid: string
  readonly title: string
  readonly description: string
  readonly editable: boolean
  readonly templating: { readonly list: readonly Variable[] }
  readonly panels: readonly Panel[]
}

export const dashboards: readonly Dashboard[] = readdirSync(DASHBOARDS).map((name) =>
  JSON.parse(readFileSync(join(DASHBOARDS, name), 'utf8')),
)

/** Every expression of the rules, with the name of what it records or raises. */
export function ruleExpressions(): { name: string; expr: string }[] {
  return ['recording', 'alerts'].flatMap((file) => {
    const text = readFileSync(join(CONFIG, `prometheus/rules/${file}.yml`), 'utf8')
    return [...text.matchAll(/- (?:record|alert): (\S+)\n +expr: '((?:[^']|'')*)'/g)].map(
      ([, name = '', expr = '']) => ({ name, expr: expr.replaceAll("''", "'") }),
    )
  })
}

/** Every query of every panel. */
export function panelQueries(): { name: string; expr: string }[] {
  return dashboards.flatMap(({ title, panels }) =>
    panels.flatMap((panel) => panel.targets.map(({ expr }) => ({ name: `${title}: ${panel.title}`, expr }))),
  )
}

/** What the variables of the dashboards take their values from: series that have to be there. */
export function variableQueries(): { name: string; expr: string }[] {
  return dashboards.flatMap(({ title, templating }) =>
    templating.list.flatMap(({ name, query }) => {
      const expr = /^label_values\((.*), \w+\)$/.exec(query)?.[1]
      return expr === undefined ? [] : [{ name: `${title}: $${name}`, expr }]
    }),
  )
}

/** With Grafana's variables as a viewer has them at first. */
export function asPrometheusTakesIt(expr: string, rateInterval = '1m'): string {
  return expr
    .replaceAll('$__rate_interval', rateInterval)
    .replaceAll('$__range', '5m')
    .replaceAll(/\$(?:job|instance)/g, '.+')
}

/** Labels that Prometheus or histograms add to those of the metric. */
const ADDED = new Set(['job', 'instance', 'le'])

/**
 * The metrics and labels that a query uses although they do not exist.
 * @param labelsOf every metric with its labels; of histograms the name without suffix
 */
export function unknownIn(expr: string, labelsOf: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const problems: string[] = []
  const grouped = new Set<string>(ADDED)
  for (const [, metric = '', matchers = ''] of expr.matchAll(/\b(weir_\w+)(?:\{([^}]*)\})?/g)) {
    const labels = labelsOf.get(metric) ?? labelsOf.get(metric.replace(/_(?:bucket|sum|count)$/, ''))
    if (labels === undefined) problems.push(metric)
    for (const label of labels ?? []) grouped.add(label)
    for (const [, label = ''] of matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)) {
      if (labels !== undefined && !labels.has(label) && !ADDED.has(label)) problems.push(`${metric}{${label}}`)
    }
  }
  // Expressions over recorded series only have the labels of those.
  const isRecorded = !/\bweir_\w/.test(expr)
  for (const [, list = ''] of expr.matchAll(/\bby\s*\(([^)]*)\)/g)) {
    for (const label of list.split(',').map((name) => name.trim())) {
      if (!isRecorded && !grouped.has(label)) problems.push(`by (${label}) in ${expr}`)
    }
  }
  return problems
}

/** Metrics with their labels, as docs/metrics.md has them. */
export function documentedMetrics(): Map<string, ReadonlySet<string>> {
  const document = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8')
  const rows = [...document.matchAll(/^\| (`weir_\w+`(?:, `weir_\w+`)*) \| ([^|]*)\|/gm)]
  return new Map(
    rows.flatMap(([, names = '', labels = '']) => {
      const words = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, word = '']) => word)
      return words(names).map((name) => [name, new Set(words(labels))] as const)
    }),
  )
}
