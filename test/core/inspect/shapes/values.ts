/** A value as people paste it: in one piece, and in the groups in which it is written. */
export interface Value {
  readonly name: string
  readonly type: string
  readonly compact: string
  readonly groups: readonly string[]
  /** What a person calls it. */
  readonly label: string
  /** What proves it wherever it stands; others are joined only where their neighbours do not speak against it. */
  readonly isProven: boolean
}

export const VALUES: readonly Value[] = [
  value('IBAN', 'IBAN', 'FR76 3000 6000 0112 3456 7890 189', 'Mon IBAN', true),
  value('card', 'CREDIT_CARD', '4539 5787 6362 1486', 'The card number', false),
  value('NIR', 'NIR', '1 85 05 78 006 084 91', 'Mon numéro de sécurité sociale', false),
  { ...value('SSN', 'SSN', '536 48 3728', 'My social security number', false), compact: '536-48-3728' },
  value('SIRET', 'SIRET', '732 829 320 00074', 'Le SIRET', false),
  token('OpenAI', 'sk-proj-Wq7Rk2ZtPb9LxVn4Hs8DcT3BlbkFJmY6GfJa1EuKo5Bi0TzQ3pX'),
  token('AWS', 'AKIAZQ3DTNP7WXLRKB5M'),
  token('GitHub', 'ghp_R8tYq2WzKp4NvXb7LmHs9DcGf3Ja6E0uToBi'),
  { ...token('address', 'marie.dupont@orange.fr'), type: 'EMAIL', label: 'My address' },
]

function value(name: string, type: string, written: string, label: string, isProven: boolean): Value {
  const groups = written.split(' ')
  return { name, type, compact: groups.join(''), groups, label, isProven }
}

function token(name: string, compact: string): Value {
  return {
    name,
    type: 'API_KEY',
    compact,
    groups: compact.match(/.{1,6}/g) ?? [],
    label: 'The API key',
    isProven: true,
  }
}
