import type { PartRole } from '../../core/inspect/parts.ts'
import type { InteractionType } from '../../core/model/interaction.ts'
import { PartCollector } from './collect.ts'
import { isObject } from './json-value.ts'
import type { MultipartPart, ParsedBody, Prompt } from './platform.ts'

/**
 * Reads a body of unknown meaning: every string of it, in its order, is the user's. Names of fields count only if
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
      for (const part of body.parts) readPart(parts, part, 'user')
      break
    case 'text':
      parts.fileText('user', body.text)
      break
    case 'binary':
      parts.text('definition', body.legible)
      parts.file(body.file, 'user')
      break
    case 'empty':
      break
  }
  return { parts: parts.parts(), unread: parts.unread(), interactionType, model }
}

/** One part of a multipart body: a text is of `role`, its file name and what else can be read is context. */
export function readPart(parts: PartCollector, part: MultipartPart, role: PartRole): void {
  parts.name(part.name)
  if (part.filename !== undefined) parts.text('definition', part.filename)
  if (part.text === undefined) parts.text('definition', part.legible ?? '')
  else parts.fileText(role, part.text)
  for (const other of part.others ?? []) parts.text('definition', other)
  if (part.file !== undefined) parts.file(part.file, role)
}
