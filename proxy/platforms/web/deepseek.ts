import { commonDetails, type JsonReader, jsonOperation, plainOperation, stringOf } from '../operation.ts'
import type { KnownPlatform } from '../platform.ts'
import { jsonRefusal } from '../refusals.ts'

const BODY = new Set(['prompt'])

const readCompletion: JsonReader = (body, parts) => {
  if (body.prompt === undefined) return undefined
  parts.leaves('user', body.prompt)
  parts.rest(body, BODY)
  return { ...commonDetails(body), stream: true, conversation: stringOf(body.chat_session_id) }
}

/** DeepSeek's chat (open-source clients, August 2026). */
export const deepSeekWeb: KnownPlatform = {
  id: 'deepseek-web',
  evidence: {
    confidence: 'high',
    seen: '2026-08',
    refusal: 'the app’s own error with the status 403; an answer in its stream was not shown',
  },
  operations: [
    jsonOperation(
      {
        id: 'completion',
        paths: [
          '/api/v0/chat/completion',
          '/api/v0/chat/edit_message',
          '/api/v0/chat/regenerate',
          '/api/v0/chat/continue',
        ],
      },
      readCompletion,
    ),
    plainOperation({ id: 'file_upload', paths: ['/api/v0/file/upload_file'] }),
  ],
  refuse: ({ message }) => jsonRefusal({ code: 403, msg: message, data: null }, {}, 403),
}
