import { isObject } from '../json-value.ts'
import { fieldOperation, type JsonReader, jsonOperation, plainOperation, stringOf } from '../operation.ts'
import type { KnownPlatform } from '../platform.ts'
import { jsonRefusal } from '../refusals.ts'

const BODY = new Set(['query_str', 'params'])
const PARAMS = new Set(['dsl_query'])

/** `{query_str, params: {dsl_query, attachments, frontend_context_uuid, ...}}`; both queries are the person's words. */
const readAsk: JsonReader = (body, parts) => {
  const { query_str: query, params } = body
  if (query === undefined && params === undefined) return undefined
  parts.leaves('user', query)
  if (isObject(params)) {
    if (params.dsl_query !== query) parts.leaves('definition', params.dsl_query)
    parts.rest(params, PARAMS)
  } else parts.leaves('definition', params)
  parts.rest(body, BODY)
  const conversation = isObject(params) ? stringOf(params.frontend_context_uuid) : undefined
  return { model: isObject(params) ? stringOf(params.model_preference) : undefined, conversation, stream: true }
}

/** Perplexity's web app (open-source clients, August 2026). */
export const perplexityWeb: KnownPlatform = {
  id: 'perplexity-web',
  evidence: {
    confidence: 'high',
    seen: '2026-08',
    refusal:
      'the app stays at its home page without a reason: it asks for the thread of every answer, and drops one it cannot find',
  },
  operations: [
    jsonOperation({ id: 'ask', paths: ['/rest/sse/perplexity_ask'] }, readAsk),
    fieldOperation(
      { id: 'create_upload', isPrompt: false, paths: ['/rest/uploads/create_upload_url', '/rest/uploads/**'] },
      ['filename'],
    ),
    // A form to the storage host.
    plainOperation({ id: 'file_upload', paths: ['/'] }),
  ],
  refuse: ({ message }) => jsonRefusal({ detail: { error_code: 'policy_violation', message } }, {}, 422),
}
