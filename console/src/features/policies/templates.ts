import type { MessageId } from '../../i18n/language.ts'
import type { Condition, Rules } from '../../wire/types.ts'

export interface Template {
  readonly id: string
  readonly name: MessageId
  readonly rules: Rules
}

function contains(value: string): Condition {
  return { field: 'classifications', operator: 'contains', value }
}

/** What companies begin with; each becomes a draft. */
export const TEMPLATES: readonly Template[] = [
  { id: 'iban', name: 'template.iban', rules: { action: 'block', conditions: [contains('IBAN')] } },
  { id: 'cards', name: 'template.cards', rules: { action: 'block', conditions: [contains('CREDIT_CARD')] } },
  { id: 'keys', name: 'template.keys', rules: { action: 'block', conditions: [contains('API_KEY')] } },
  { id: 'nir', name: 'template.nir', rules: { action: 'block', conditions: [contains('NIR')] } },
  {
    id: 'names',
    name: 'template.names',
    rules: {
      action: 'coach',
      conditions: [
        contains('PERSON_NAME'),
        { field: 'platform_id', operator: 'in', value: ['chatgpt-web', 'claude-web', 'gemini-web'] },
      ],
    },
  },
  { id: 'all', name: 'template.all', rules: { action: 'log', conditions: [] } },
]
