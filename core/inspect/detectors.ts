import type { Rule } from './rule.ts'

const EXAMPLES_MAX = 2

/** The text of docs/detectors.md: every type and the rules that find it. */
export function describeDetectors(rules: readonly Rule[]): string {
  const types = [...new Set(rules.map((rule) => rule.type))]
  const lines = [
    '# Detectors',
    '',
    'What Weir finds in prompts, by type. This page is generated from the rules in `core/inspect/rules/`. A test compares the two and',
    'says how to generate the page again.',
    '',
    'A score says how often such a finding is right. Each rule has three: for a finding on its own, for one with a word nearby that',
    'confirms it, and for one with a word nearby that contradicts it. A dash (–) means that such a finding is not reported.',
    '',
  ]
  for (const type of types) {
    const own = rules.filter((rule) => rule.type === type)
    lines.push(
      `## ${type}`,
      '',
      `Tier ${Math.min(...own.map((rule) => rule.tier))}.`,
      '',
      '| rule | finds | scores | for example |',
      '|---|---|---|---|',
    )
    for (const rule of own)
      lines.push(`| ${rule.id} | ${cell(rule.description)} | ${scoresOf(rule)} | ${examplesOf(rule)} |`)
    lines.push('')
  }
  return lines.join('\n')
}

function scoresOf({ scores: { plain, context, contrary = 0 } }: Rule): string {
  return [plain, context, contrary].map((score) => (score === 0 ? '–' : String(score))).join(' / ')
}

/** The invented examples of tokens look real to secret scanners, so the documents do not show them. */
function examplesOf(rule: Rule): string {
  if (rule.type === 'API_KEY') return ''
  const values = rule.examples.match.flatMap((text) =>
    [...text.matchAll(/\[\[(.+?)\]\](?!\])/gs)].map(([, value = '']) => value),
  )
  return values
    .filter((value) => !value.includes('\n') && value.length < 60)
    .slice(0, EXAMPLES_MAX)
    .map((value) => `\`${cell(value)}\``)
    .join(', ')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
