import { readMessageBatch, readMessages } from './formats/anthropic-messages.ts'
import { fieldOperation, jsonOperation, plainOperation } from './operation.ts'
import type { KnownPlatform, Refusal, RefusalResponse } from './platform.ts'
import { jsonRefusal } from './refusals.ts'

export const anthropicApi: KnownPlatform = {
  id: 'anthropic-api',
  operations: [
    // Claude Code signs these bodies (turns.ts, mayChange).
    jsonOperation(
      { id: 'messages', paths: ['/v1/messages', '/v1/messages/count_tokens'], history: 'messages' },
      readMessages,
    ),
    jsonOperation({ id: 'message_batches', paths: ['/v1/messages/batches'] }, readMessageBatch),
    fieldOperation({ id: 'complete', paths: ['/v1/complete'] }, ['prompt']),
    fieldOperation({ id: 'files', paths: ['/v1/files'] }, ['file']),
    fieldOperation({ id: 'skills', paths: ['/v1/skills', '/v1/skills/*/versions'] }, ['files[]']),
    plainOperation({
      id: 'agents',
      isPrompt: false,
      paths: ['/v1/sessions', '/v1/sessions/**', '/v1/agents', '/v1/agents/*', '/v1/memory_stores/**'],
    }),
    plainOperation({ id: 'feedback', isPrompt: false, paths: ['/api/claude_cli_feedback'] }),
  ],
  refuse: refuseLikeAnthropic,
}

/** docs.claude.com, API errors. */
export function refuseLikeAnthropic(refusal: Refusal): RefusalResponse {
  const requestId = `req_${refusal.interactionId}`
  return jsonRefusal(
    {
      type: 'error',
      error: { type: 'invalid_request_error', message: refusal.message },
      request_id: requestId,
    },
    { 'request-id': requestId },
  )
}
