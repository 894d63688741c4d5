import { anthropicOperations } from '../families/anthropic-compatible.ts'
import { openAiOperations } from '../families/openai-compatible.ts'
import { readAssistant, readRun, readThread, readThreadMessage, readToolOutputs } from '../formats/openai-assistants.ts'
import { readRealtimeEvent, refuseRealtimeEvent } from '../formats/openai-events.ts'
import { jsonOperation, plainOperation } from '../operation.ts'
import type { KnownPlatform, Refusal, RefusalResponse } from '../platform.ts'
import { jsonRefusal } from '../refusals.ts'
import { SOCKET_MESSAGE } from '../socket-message.ts'

/** Azure OpenAI and Foundry (learn.microsoft.com, Azure OpenAI REST API, 2025-04-01 and v1): OpenAI's bodies below a deployment. */
export const azureOpenAi: KnownPlatform = {
  id: 'azure-openai',
  operations: [
    ...openAiOperations({ bases: ['/openai/deployments/*', '/openai/v1', '/openai', '/models', ''] }),
    ...anthropicOperations({ bases: ['/anthropic/v1'] }),
    jsonOperation({ id: 'assistants', paths: ['/openai/assistants', '/openai/assistants/*'] }, readAssistant),
    jsonOperation({ id: 'threads', paths: ['/openai/threads'] }, readThread),
    jsonOperation({ id: 'thread_messages', paths: ['/openai/threads/*/messages'] }, readThreadMessage),
    jsonOperation({ id: 'runs', paths: ['/openai/threads/runs', '/openai/threads/*/runs'] }, readRun),
    jsonOperation(
      {
        id: 'tool_outputs',
        paths: ['/openai/threads/*/runs/*/submit_tool_outputs'],
        interactionType: 'tool_call',
      },
      readToolOutputs,
    ),
    jsonOperation(
      {
        id: 'realtime_event',
        methods: [SOCKET_MESSAGE],
        isPrompt: false,
        paths: ['/openai/realtime', '/openai/v1/realtime'],
        refuseMessage: refuseRealtimeEvent,
      },
      readRealtimeEvent,
    ),
    plainOperation({
      id: 'jobs',
      isPrompt: false,
      paths: ['/openai/fine_tuning/jobs', '/openai/batches', '/openai/v1/fine_tuning/jobs', '/openai/v1/batches'],
    }),
  ],
  refuse: refuseLikeAzure,
}

/** What Azure's own content filter answers with, which its clients show and do not repeat. */
function refuseLikeAzure({ message }: Refusal): RefusalResponse {
  return jsonRefusal({
    error: {
      code: 'content_filter',
      message,
      param: 'prompt',
      type: null,
      status: 400,
      innererror: { code: 'ResponsibleAIPolicyViolation' },
    },
  })
}
