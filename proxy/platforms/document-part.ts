import type { PartRole, TextPart } from '../../core/inspect/parts.ts'
import type { FileExamination } from '../body/file.ts'
import type { Unread } from './platform.ts'

/** A file whose text has still to be read, in the place where that text will stand. */
export interface DocumentPart extends TextPart {
  readonly text: ''
  readonly document: Buffer
  /** What it counts as where it is not read at all. */
  readonly unread: Unread
}

export function documentPart(role: PartRole, document: Buffer, { broken }: FileExamination): DocumentPart {
  return { role, text: '', document, unread: broken ? 'malformed_file' : 'unreadable_file' }
}

export function isDocumentPart(part: TextPart): part is DocumentPart {
  return 'document' in part
}
