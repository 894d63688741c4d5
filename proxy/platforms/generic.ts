import type { InteractionType } from '../../core/model/interaction.ts'
import { isObject, PartCollector } from './collect.ts'
import type { ParsedBody, Platform, Prompt } from './platform.ts'
import { refuseLikeOpenAi } from './refusals.ts'

/**
 * Reads a body of unknown meaning: every string of it, in its order, is the user's. Names of fields count only where
 * they are no names (collect.ts), file names as context.
 */
export function readGenerically(body: ParsedBody, interactionType: InteractionType = 'prompt'): Prompt {
  const parts = new PartCollector()
  let model: string | undefined
  switch (body.kind) {
    case 'json':
      parts.leaves('user', body.value)
      if (isObject(body.value) && typeof body.value.model === 'string') model = body.value.model
      break
    case 'form':
      for (const [name, text] of body.fields) {
        parts.name(name)
        parts.leaves('user', text)
      }
      break
    case 'multipart':
      for (const part of body.parts) {
        parts.name(part.name)
        if (part.filename !== undefined) parts.text('definition', part.filename)
        if (part.text !== undefined) parts.text('user', part.text)
        else parts.text('definition', part.legible ?? '')
      }
      break
    case 'text':
      parts.text('user', body.text)
      break
    case 'binary':
      // No turn of a conversation: an image without anybody's data in it is no prompt.
      parts.text('definition', body.legible)
      break
    case 'empty':
      break
  }
  return { parts: parts.parts(), interactionType, model }
}

/** A platform for a host that the operator named and the catalogue does not know. */
export function genericPlatform(id: string): Platform {
  return { id, operations: [], refuse: refuseLikeOpenAi }
}
