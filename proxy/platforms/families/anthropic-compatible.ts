import { refuseLikeAnthropic } from '../anthropic-api.ts'
import { readMessageBatch, readMessages } from '../formats/anthropic-messages.ts'
import { jsonOperation } from '../operation.ts'
import type { Operation } from '../platform.ts'
import type { FamilyOptions } from './openai-compatible.ts'

/** Anthropic's messages under the base path of somebody else, who answers Anthropic's clients: their errors have Anthropic's form. */
export function anthropicOperations({ bases }: Pick<FamilyOptions, 'bases'>): Operation[] {
  const at = (...names: readonly string[]) => bases.flatMap((base) => names.map((name) => `${base}/${name}`))
  return [
    jsonOperation(
      {
        id: 'messages',
        paths: at('messages', 'messages/count_tokens'),
        history: 'messages',
        refuse: refuseLikeAnthropic,
      },
      readMessages,
    ),
    jsonOperation(
      { id: 'message_batches', paths: at('messages/batches'), refuse: refuseLikeAnthropic },
      readMessageBatch,
    ),
  ]
}
