import { fieldOperation } from '../operation.ts'
import type { KnownPlatform, Refusal, RefusalResponse } from '../platform.ts'
import { jsonRefusal } from '../refusals.ts'

/** Replicate (replicate.com/docs, HTTP API): every model has an `input` of its own. */
export const replicateApi: KnownPlatform = {
  id: 'replicate-api',
  operations: [
    fieldOperation(
      {
        id: 'predictions',
        paths: ['/v1/predictions', '/v1/models/*/*/predictions', '/v1/deployments/*/*/predictions'],
      },
      ['input'],
    ),
    fieldOperation({ id: 'files', paths: ['/v1/files'] }, ['content']),
  ],
  refuse: ({ message }: Refusal): RefusalResponse =>
    jsonRefusal({ title: 'Blocked', detail: message, status: 422 }, {}, 422),
}
