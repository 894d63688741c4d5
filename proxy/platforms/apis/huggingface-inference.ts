import { openAiOperations } from '../families/openai-compatible.ts'
import { fieldOperation } from '../operation.ts'
import type { KnownPlatform, Refusal, RefusalResponse } from '../platform.ts'
import { jsonRefusal, refuseLikeOpenAi } from '../refusals.ts'

/** Hugging Face: the router, models by name, and endpoints of one's own, which run Text Generation or Embeddings Inference. */
export const huggingFaceInference: KnownPlatform = {
  id: 'huggingface-inference',
  operations: [
    ...openAiOperations({ bases: ['/v1', '/*/v1'] }),
    fieldOperation({ id: 'models', paths: ['/models/**', '/*/models/**'], refuse: refuseLikeModels }, ['inputs']),
    fieldOperation({ id: 'generate', paths: ['/generate', '/generate_stream', '/'], refuse: refuseLikeModels }, [
      'inputs',
    ]),
    fieldOperation(
      { id: 'embed', paths: ['/embed', '/rerank'], interactionType: 'embedding', refuse: refuseLikeModels },
      ['inputs', 'query', 'texts'],
    ),
  ],
  refuse: refuseLikeOpenAi,
}

function refuseLikeModels({ message }: Refusal): RefusalResponse {
  return jsonRefusal({ error: message, error_type: 'validation' })
}
