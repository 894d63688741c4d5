import type { PartCollector } from '../collect.ts'
import { isObject, type JsonObject } from '../json-value.ts'
import { type JsonReader, jsonOperation, stringOf } from '../operation.ts'
import type { KnownPlatform, Refusal, RefusalResponse } from '../platform.ts'
import { jsonRefusal } from '../refusals.ts'

const BODY = new Set(['conversationState', 'fileContext', 'supplementalContexts'])
const STATE = new Set(['history', 'currentMessage'])
const TURN = new Set(['userInputMessage', 'assistantResponseMessage'])
const USER = new Set(['content', 'userInputMessageContext'])
const CONTEXT = new Set(['toolResults'])
const ASSISTANT = new Set(['content', 'toolUses'])

/** A conversation, or the place of a completion; anything else is a report of the client's. */
const readRequest: JsonReader = (body, parts) => {
  const { conversationState: state, fileContext } = body
  if (isObject(state)) {
    parts.each('user', state.history ?? [], (turn) => readTurn(parts, turn))
    if (isObject(state.currentMessage)) readTurn(parts, state.currentMessage)
    else parts.leaves('user', state.currentMessage)
    parts.rest(state, STATE)
    parts.rest(body, BODY)
    return { isPrompt: true, conversation: stringOf(state.conversationId) }
  }
  if (fileContext === undefined) return undefined
  parts.leaves('user', fileContext)
  parts.leaves('user', body.supplementalContexts)
  parts.rest(body, BODY)
  return { isPrompt: true }
}

function readTurn(parts: PartCollector, turn: JsonObject): void {
  const { userInputMessage: user, assistantResponseMessage: assistant } = turn
  if (isObject(assistant)) {
    parts.message('assistant')
    parts.leaves('assistant', assistant.content)
    parts.leaves('assistant', assistant.toolUses)
    parts.rest(assistant, ASSISTANT)
  } else parts.leaves('assistant', assistant)
  if (isObject(user)) {
    const { userInputMessageContext: context } = user
    if (isObject(context)) {
      parts.leaves('tool', context.toolResults)
      parts.rest(context, CONTEXT)
    } else parts.leaves('definition', context)
    parts.leaves('user', user.content)
    parts.rest(user, USER)
  } else parts.leaves('user', user)
  parts.rest(turn, TURN)
}

/** Amazon Q Developer and Kiro (aws-toolkit-vscode and amazon-q-developer-cli, 2026). The operation is in `X-Amz-Target` or in the path. */
export const amazonQ: KnownPlatform = {
  id: 'amazon-q-kiro',
  operations: [
    jsonOperation(
      {
        id: 'conversation',
        isPrompt: false,
        paths: ['/', '/generateAssistantResponse', '/SendMessage', '/sendMessage', '/generate-completions'],
      },
      readRequest,
    ),
  ],
  refuse: refuseLikeAmazonQ,
}

/** 403 would start a new sign-in. */
function refuseLikeAmazonQ({ message }: Refusal): RefusalResponse {
  return jsonRefusal(
    { __type: 'ValidationException', message },
    { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': 'ValidationException' },
  )
}
