import { list, number, t } from '../i18n/language.ts'
import type { Condition, Rules } from '../wire/types.ts'
import { typeName } from './names.ts'
import { shortId } from './short-id.ts'

/** A rule as a sentence: the one function that every list, alert and editor shows rules with. */
export function policySentence(
  { action, conditions, require_justification }: Rules,
  nameOf: (id: string) => string,
): string {
  const places = conditions.filter(({ field }) => field === 'platform_id').map((one) => clauseOf(one, nameOf))
  const clauses = conditions
    .filter(({ field }) => field !== 'platform_id' && field !== 'direction')
    .map((one) => clauseOf(one, nameOf))
  const isInbound = conditions.some(({ field, value }) => field === 'direction' && value === 'inbound')
  return t('rule.sentence', {
    action,
    what: isInbound ? 'inbound' : 'outbound',
    where: places.map((place) => ` ${place}`).join(''),
    has: clauses.length > 0 ? 'yes' : 'no',
    clauses: list(clauses),
    any: conditions.length === 0 ? 'yes' : 'no',
    asks: require_justification === true ? 'yes' : 'no',
  })
}

/** One condition, as it stands in the sentence about prompts; `one`: about one of them. */
export function clauseOf(condition: Condition, nameOf: (id: string) => string, form: 'many' | 'one' = 'many'): string {
  switch (condition.field) {
    case 'platform_id': {
      const services = list(valuesOf(condition.value).map(nameOf), 'disjunction')
      return t('rule.where', { how: condition.operator === 'ne' ? 'not' : 'is', services })
    }
    case 'classifications':
      return t('rule.contains', { form, how: condition.operator, type: typeName(condition.value) })
    case 'risk_score':
      return t('rule.risk', {
        form,
        how: condition.operator,
        value: number(condition.value, { maximumFractionDigits: 4 }),
      })
    case 'classification_count':
      return t('rule.count', { form, how: condition.operator, value: condition.value })
    case 'source': {
      const sources = list(
        valuesOf(condition.value).map((source) => t(`source.${source}`)),
        'disjunction',
      )
      return t('rule.source', { form, how: condition.operator === 'ne' ? 'not' : 'is', sources })
    }
    case 'direction':
      return t('rule.direction', { form, value: condition.value })
    case 'user_id':
      return t('rule.user', { form, how: condition.operator, user: shortId(condition.value) })
  }
}

export function valuesOf<V extends string>(value: V | readonly V[]): readonly V[] {
  return typeof value === 'string' ? [value] : value
}
