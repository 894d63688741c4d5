import type { Rule } from './rule.ts'

const EXAMPLES_MAX = 2

/** The text of docs/detectors.md: every type and the rules that find it. */
export function describeDetectors(rules: readonly Rule[]): string {
  const types = [...new Set(rules.map((rule) => rule.type))]
  const lines = [
    '# Detectors',
    '',
    'What Weir finds in prompts, by type. Generated from the rules in `core/inspect/rules/`: a test compares, and says how to write it anew.',
    '',
    'Scores say how often such a finding is right. The first is that of a finding by itself, the second with a word nearby that',
    'says what it is, the third with one that says something else (– : then it is not reported).',
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

/** Tokens have invented examples that scanners would take for real ones, so documents show none. */
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
