import { z } from 'zod'
import { ModelError } from './errors.ts'

/** What a label says of a token: part of a given or a family name, of a name without saying which, or of none. */
export type NameKind = 'given' | 'family' | 'person'

const ConfigFile = z.looseObject({
  id2label: z.record(z.string(), z.string()),
  max_position_embeddings: z.int().min(16).optional(),
})

export interface ModelConfig {
  /** By the index of the label. */
  readonly kinds: readonly (NameKind | undefined)[]
  /** Tokens that the model reads at once, first and last included. */
  readonly tokensMax: number
}

const GIVEN = /^(?:GIVEN_?NAME|FIRST_?NAME|MIDDLE_?NAME|PRENOM)\d?$/
const FAMILY = /^(?:SUR_?NAME|LAST_?NAME|FAMILY_?NAME)\d?$/
const PERSON = /^(?:PER|PERS|PERSON|PERSON_?NAME|FULL_?NAME|NAME|PRIVATE_?PERSON)$/
/** RoBERTa's positions begin behind two others. */
const POSITIONS_BEFORE = 2
const TOKENS_MAX = 512

/**
 * The labels of a config.json of a token classifier.
 * @throws ModelError
 */
export function readModelConfig(json: unknown): ModelConfig {
  const file = ConfigFile.safeParse(json)
  if (!file.success) throw new ModelError('config.json has no id2label: the model is no token classifier')
  const { id2label, max_position_embeddings: positions = TOKENS_MAX + POSITIONS_BEFORE } = file.data
  const kinds: (NameKind | undefined)[] = []
  for (const [id, label] of Object.entries(id2label)) kinds[Number(id)] = kindOf(label)
  if (!kinds.some((kind) => kind !== undefined)) throw new ModelError('config.json has no label for names of persons')
  return { kinds, tokensMax: Math.min(TOKENS_MAX, positions - POSITIONS_BEFORE) }
}

function kindOf(label: string): NameKind | undefined {
  const name = label
    .toUpperCase()
    .replace(/^[BIESLU][-_]/, '')
    .replaceAll('-', '_')
  if (GIVEN.test(name)) return 'given'
  if (FAMILY.test(name)) return 'family'
  return PERSON.test(name) ? 'person' : undefined
}
