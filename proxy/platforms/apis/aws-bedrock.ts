import { anthropicOperations } from '../families/anthropic-compatible.ts'
import { openAiOperations } from '../families/openai-compatible.ts'
import { readConverse, readInvoke, readTokenCount } from '../formats/bedrock-converse.ts'
import { fieldOperation, jsonOperation } from '../operation.ts'
import type { KnownPlatform, Refusal, RefusalResponse } from '../platform.ts'
import { jsonRefusal, refuseLikeOpenAi } from '../refusals.ts'

/**
 * Amazon Bedrock (Smithy models of bedrock-runtime and bedrock-agent-runtime). Requests are signed over their body, so it must never
 * be changed (AWS Signature Version 4).
 */
export const awsBedrock: KnownPlatform = {
  id: 'aws-bedrock',
  signsBodies: true,
  operations: [
    jsonOperation({ id: 'converse', paths: ['/model/*/converse', '/model/*/converse-stream'] }, readConverse),
    jsonOperation({ id: 'invoke', paths: ['/model/*/invoke', '/model/*/invoke-with-response-stream'] }, readInvoke),
    jsonOperation({ id: 'count_tokens', paths: ['/model/*/count-tokens'] }, readTokenCount),
    ...openAiOperations({ bases: ['/openai/v1', '/v1'], refuse: refuseLikeOpenAi }),
    ...anthropicOperations({ bases: ['/anthropic/v1'] }),
    fieldOperation(
      { id: 'agents', paths: ['/agents/*/agentAliases/*/sessions/*/text', '/agents/*', '/flows/*/aliases/*'] },
      ['inputText', 'instruction', 'inputs'],
    ),
    fieldOperation(
      {
        id: 'knowledge_bases',
        paths: [
          '/retrieveAndGenerate',
          '/retrieveAndGenerateStream',
          '/knowledgebases/*/retrieve',
          '/rerank',
          '/generateQuery',
          '/optimize-prompt',
        ],
      },
      ['input', 'retrievalQuery', 'queries', 'queryGenerationInput', 'sources'],
    ),
    fieldOperation({ id: 'guardrails', paths: ['/guardrail/*/version/*/apply'] }, ['content']),
    fieldOperation({ id: 'async_invoke', paths: ['/async-invoke'] }, ['modelInput']),
  ],
  refuse: refuseLikeBedrock,
}

/** SDKs neither repeat it nor take it for a lost session. */
function refuseLikeBedrock({ message }: Refusal): RefusalResponse {
  return jsonRefusal({ message }, { 'x-amzn-errortype': 'AccessDeniedException' }, 403)
}
