import type { JsonSchema } from './json-schema.ts'

/** The parts of OpenAPI 3.1 that this document uses (https://spec.openapis.org/oas/v3.1.1). */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: Readonly<Record<string, unknown>>
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  /** By the type of the event. */
  readonly webhooks: Readonly<Record<string, WebhookItem>>
  readonly components: Components
}

/** By method, in lower case. */
export type PathItem = Readonly<Record<string, Operation>>

/** A request that the service makes. */
export interface WebhookItem {
  readonly post: Omit<Operation, 'operationId' | 'parameters'> & { readonly parameters: readonly Reference[] }
}

export interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly responses: Readonly<Record<string, ResponseObject>>
  readonly parameters: Readonly<Record<string, Parameter>>
  readonly headers: Readonly<Record<string, HeaderObject>>
  readonly securitySchemes: Readonly<Record<string, unknown>>
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: RequestBody
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
}

export interface Reference {
  readonly $ref: string
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly description?: string
  readonly required?: boolean
  readonly schema: JsonSchema
  readonly example?: unknown
}

export interface RequestBody {
  readonly required: true
  readonly content: Readonly<Record<string, MediaType>>
}

export interface MediaType {
  readonly schema: JsonSchema
  readonly example?: unknown
}

export interface HeaderObject {
  readonly description: string
  readonly required?: boolean
  readonly schema: JsonSchema
}

export interface ResponseObject {
  readonly description: string
  readonly headers?: Readonly<Record<string, Reference>>
  readonly content?: Readonly<Record<string, MediaType>>
  readonly links?: Readonly<Record<string, Link>>
}

/** Where to go with what an answer says (OpenAPI, Link Object). */
export interface Link {
  readonly operationId: string
  readonly description: string
  readonly parameters: Readonly<Record<string, string>>
}
