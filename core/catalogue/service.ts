export type AiServiceCategory = 'api' | 'web_app' | 'coding_assistant' | 'other'

/** An AI service as the catalogue lists it. */
export interface KnownService {
  /** The `platform_id` of records. */
  readonly id: string
  readonly name: string
  readonly category: Exclude<AiServiceCategory, 'other'>
  /** Patterns of HostPatterns; none if the service has no host of its own. */
  readonly hosts: readonly string[]
  /** Those of `hosts` that serve other things too: proxies read there what is the AI service's, and pass everything else on. */
  readonly sharedHosts?: readonly string[]
}
