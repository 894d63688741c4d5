import { API_REQUESTS } from './api-requests.ts'
import { ASSISTANT_REQUESTS } from './assistant-requests.ts'
import { CONNECT_REQUESTS } from './connect-requests.ts'
import type { ServiceRequest } from './service-request.ts'
import { WEB_CHAT_REQUESTS } from './web-chat-requests.ts'

export type { ServiceRequest } from './service-request.ts'

/** At least one of each operation of each service that programs call, but for those with tests of their own. */
export const SERVICE_REQUESTS: readonly ServiceRequest[] = [
  ...WEB_CHAT_REQUESTS,
  ...CONNECT_REQUESTS,
  ...API_REQUESTS,
  ...ASSISTANT_REQUESTS,
]
