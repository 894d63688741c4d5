import type { Rule } from '../core/inspect/rule.ts'
import { RULES } from '../core/inspect/rules/all.ts'
import { DEFAULT_WEIGHT, TYPE_WEIGHTS } from '../core/risk.ts'

/** The text of docs/detectors.md, made from the rules themselves: `node bin/detectors.ts > docs/detectors.md`. */
export function renderDetectors(rules: readonly Rule[] = RULES): string {
  const types = [...new Set(rules.map(({ type }) => type))]
  return `# Detectors

What Weir finds in prompts. This file is made from the rules (\`node bin/detectors.ts > docs/detectors.md\`), whose examples
run as tests.

A score says how sure Weir is of a finding, from 0 to 1. *Plain* is the score of a match alone, *context*
that of a match with a word nearby that says what it is. The weight of a type says how much of the risk score one certain
finding carries; types that are not listed weigh ${DEFAULT_WEIGHT}. The risk score is 1 − Π(1 − weight × score) over the
distinct findings of a prompt.

Tier 1 is what a checksum or a strict form carries, tier 2 the rest. The proxy runs both on every prompt.

${types.map((type) => renderType(type, rules)).join('\n')}`
}

function renderType(type: string, rules: readonly Rule[]): string {
  const rows = rules.filter((rule) => rule.type === type).map(renderRow)
  return `## ${type}

Weight ${TYPE_WEIGHTS[type] ?? DEFAULT_WEIGHT}.

| rule | tier | what it finds | plain | context |
|---|---|---|---|---|
${rows.join('\n')}
`
}

function renderRow({ id, tier, description, scores }: Rule): string {
  const plain = scores.plain === 0 ? 'not reported' : String(scores.plain)
  return `| \`${id}\` | ${tier} | ${escapeCell(description)} | ${plain} | ${scores.context} |`
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|')
}

if (import.meta.main) process.stdout.write(renderDetectors())
