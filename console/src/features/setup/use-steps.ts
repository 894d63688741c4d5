import { useQuery } from '@tanstack/react-query'
import { setup } from '../../api/queries.ts'
import type { Setup } from '../../wire/types.ts'

export type Step = Setup['steps'][number]

/** The first steps of an installation, each done once what it is about is there; undefined while they are not known. */
export function useSteps(isWanted = true): readonly Step[] | undefined {
  return useQuery({ ...setup, enabled: isWanted }).data?.steps
}
