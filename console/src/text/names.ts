import { useQuery } from '@tanstack/react-query'
import { inventory } from '../api/queries.ts'
import { tMaybe } from '../i18n/language.ts'

/** The words for a type of data by itself; a tenant's own types have none but their name. */
export function typeLabel(type: string): string {
  return tMaybe(`data.${type}`) ?? type
}

/** The same with its article, for a sentence. */
export function typeName(type: string): string {
  return tMaybe(`type.${type}`) ?? type
}

/** What services are called, by their id. */
export function useServiceNames(): (id: string) => string {
  const { data } = useQuery({ ...inventory, staleTime: 5 * 60_000 })
  return (id) => data?.services.find(({ platform_id }) => platform_id === id)?.name ?? id
}
