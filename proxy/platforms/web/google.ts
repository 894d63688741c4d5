import { PartCollector } from '../collect.ts'
import { readBatchExecute, readStreamGenerate, streamGenerateAnswer } from '../formats/google-rpc.ts'
import { isArray } from '../json-value.ts'
import { operation, stringOf } from '../operation.ts'
import type { KnownPlatform, ParsedBody, Prompt, Refusal, RefusalResponse } from '../platform.ts'
import { jsonRefusal } from '../refusals.ts'

const APP = '/_/BardChatUi/data'
/** Somebody with several accounts is at `/u/1/...`. */
const at = (name: string) => [`${APP}/${name}`, `/u/*${APP}/${name}`]

/** The web app has no public description; forms as seen in open-source clients, August 2026. */
export const geminiWeb: KnownPlatform = {
  id: 'gemini-web',
  evidence: {
    confidence: 'high',
    seen: '2026-08',
    refusal: 'an answer in the chat (not tried in the real app; JSON errors are not shown there)',
  },
  operations: [
    operation(
      {
        id: 'stream_generate',
        paths: at('assistant.lamda.BardFrontendService/StreamGenerate'),
        refuse: answerInChat,
      },
      readStreamGenerate,
    ),
    operation({ id: 'batch_execute', isPrompt: false, paths: at('batchexecute') }, readBatchExecute),
  ],
  refuse: refuseRequest,
}

function answerInChat({ message, interactionId, prompt }: Refusal): RefusalResponse {
  const id = interactionId.replaceAll('-', '')
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: streamGenerateAnswer(message, prompt?.conversation ?? `c_${id}`, id),
  }
}

/** For requests of the app that no answer in the chat belongs to; 5xx freezes the app. */
function refuseRequest({ message }: Refusal): RefusalResponse {
  return jsonRefusal({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } })
}

const SERVICE = '/$rpc/google.internal.alkali.applications.makersuite.v1.MakerSuiteService'

/**
 * Requests are arrays in place of objects: `[model, [[parts, role], ...], ..., signature, instruction, ...]`, a part is `[null, text, ...]`.
 * The signature covers the contents, so that a request must never be changed.
 */
function readGenerateContent(body: ParsedBody): Prompt | undefined {
  if (body.kind !== 'json' || !isArray(body.value) || !isArray(body.value[1])) return undefined
  const [model, contents, ...rest] = body.value
  const parts = new PartCollector()
  for (const content of contents as unknown[]) {
    const [texts, role, ...others] = isArray(content) ? content : [content]
    const speaker = role === 'model' ? 'assistant' : 'user'
    parts.message(speaker)
    for (const part of isArray(texts) ? texts : [texts]) {
      const [, text, ...files] = isArray(part) ? part : [undefined, part]
      parts.leaves(speaker, text)
      parts.leaves('definition', files)
    }
    parts.leaves('definition', others)
  }
  parts.leaves('definition', rest)
  return {
    parts: parts.parts(),
    unread: parts.unread(),
    interactionType: 'prompt',
    model: stringOf(model),
    stream: true,
  }
}

/** As seen in open-source clients, 2026; where the instruction stands was not seen, so that it is read as context. */
export const aiStudio: KnownPlatform = {
  id: 'google-ai-studio-web',
  evidence: { confidence: 'medium', seen: '2026-11', refusal: 'an error of the app (not tried in the real app)' },
  operations: [
    operation({ id: 'generate_content', paths: [`${SERVICE}/GenerateContent`] }, readGenerateContent),
    operation({ id: 'count_tokens', paths: [`${SERVICE}/CountTokens`] }, readGenerateContent),
  ],
  refuse: refuseLikeMakerSuite,
}

/** Its errors are `[code, message]`; 7 is PERMISSION_DENIED of gRPC's status codes. */
function refuseLikeMakerSuite({ message }: Refusal): RefusalResponse {
  return jsonRefusal([null, [7, message]], { 'content-type': 'application/json+protobuf' }, 403)
}
