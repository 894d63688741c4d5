import { readMessages } from './formats/anthropic-messages.ts'
import { fieldOperation, jsonOperation } from './operation.ts'
import type { Platform, Refusal, RefusalResponse } from './platform.ts'
import { jsonRefusal } from './refusals.ts'

export const anthropicApi: Platform = {
  id: 'anthropic-api',
  name: 'Anthropic API',
  category: 'api',
  hosts: ['api.anthropic.com', 'api-staging.anthropic.com', 'a-api.anthropic.com'],
  operations: [
    jsonOperation({ id: 'messages', paths: ['/v1/messages', '/v1/messages/count_tokens'] }, readMessages),
    fieldOperation({ id: 'complete', paths: ['/v1/complete'] }, ['prompt']),
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
