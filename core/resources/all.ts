import { EXCEPTIONS } from './exception.ts'
import { LEGAL_HOLDS } from './legal-hold.ts'
import type { Document, Resource } from './resource.ts'
import { SERVICE_SWITCHES } from './service-switch.ts'

/** Every resource, in the order in which copies write them: what others belong to comes first. */
export const RESOURCES: readonly Resource<Document>[] = [SERVICE_SWITCHES, EXCEPTIONS, LEGAL_HOLDS]
