import { readCountTokens, readGenerateContent } from '../formats/gemini-contents.ts'
import { refuseLikeGoogle } from '../google-gemini-api.ts'
import { isObject } from '../json-value.ts'
import { type JsonReader, jsonOperation, plainOperation, stringOf } from '../operation.ts'
import type { KnownPlatform } from '../platform.ts'

const BODY = new Set(['request'])

/** Code Assist wraps up a request of Gemini's: `{model, project, user_prompt_id, request}` (google-gemini/gemini-cli). */
const wrapped =
  (read: JsonReader): JsonReader =>
  (body, parts, target) => {
    const { request } = body
    if (!isObject(request)) return undefined
    const details = read(request, parts, target)
    if (details === undefined) return undefined
    parts.rest(body, BODY)
    return {
      ...details,
      model: stringOf(body.model) ?? stringOf(request.model),
      conversation: stringOf(request.session_id),
    }
  }

export const geminiCli: KnownPlatform = {
  id: 'gemini-cli',
  operations: [
    jsonOperation(
      { id: 'generate_content', paths: ['/*:generateContent', '/*:streamGenerateContent'] },
      wrapped(readGenerateContent),
    ),
    jsonOperation({ id: 'count_tokens', paths: ['/*:countTokens'] }, wrapped(readCountTokens)),
    plainOperation({ id: 'code', paths: ['/*:completeCode', '/*:generateCode', '/*:transformCode'] }),
    plainOperation({
      id: 'session',
      isPrompt: false,
      paths: [
        '/*:loadCodeAssist',
        '/*:onboardUser',
        '/*:recordCodeAssistMetrics',
        '/*:retrieveUserQuota',
        '/*:fetchAdminControls',
        '/*:listExperiments',
      ],
    }),
  ],
  refuse: refuseLikeGoogle,
}
