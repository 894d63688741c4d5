import type { z } from 'zod'
import type { Scope } from '../model/service-token.ts'
import type { Role } from '../model/user.ts'

/** What every document of a resource has. */
export interface Document {
  readonly id: string
  /** ISO 8601, UTC with milliseconds. Lists are in this order, then by id. */
  readonly created_at: string
  /** When it ends by itself; null for one that stays until it is deleted. Absent where a resource has no ends. */
  readonly expires_at?: string | null
}

/** A document as a store keeps it. */
export type Owned<T extends Document> = T & { readonly tenant_id: string }

/** One operation over HTTP, as the API's document describes it. */
export interface ResourceOperation {
  /** Its name in the document and in metrics: a verb and the resource. */
  readonly name: string
  readonly summary: string
  readonly description?: string
  /** Who may use it: users of these roles, and service tokens with any of these scopes. */
  readonly access: { readonly roles: readonly Role[]; readonly scopes: readonly Scope[] }
  /** What it answers with: "A page of …". */
  readonly answer: string
}

/**
 * Something of which a tenant has many, declared once. From this are made its tables, its operations, their description, its
 * entries in the audit log, and what copies take along (docs/architecture.md, A resource).
 */
export interface Resource<T extends Document, Body = unknown> {
  /** Its table and collection, its topic of changes, and the key of its lists: several words with underscores. */
  readonly plural: string
  /** What an entry of the audit log is about, and the first half of the name of its actions. */
  readonly singular: string
  /** What a 404 calls it. */
  readonly title: string
  /** Under the base path of the API. */
  readonly path: `/${string}`
  /** Its section of the API's document. */
  readonly section: { readonly name: string; readonly description: string }
  /** The schemas that the API's document names, what others hold before them. */
  readonly models: Readonly<Record<string, z.ZodType>>
  /** A document as it is kept, without its tenant. */
  readonly stored: z.ZodType<T>
  /** A document as clients get it. */
  readonly shown: z.ZodType
  /** A document as it is listed, where that is more than `shown`. */
  readonly listed?: z.ZodType
  /** The notice that proxies get when it changes, since they keep copies (docs/live-updates.md). Absent where nobody keeps one. */
  readonly notice?: 'switches_changed' | 'exceptions_changed'
  /** What the audit log keeps of it: for good, so neither values nor lists of people. */
  auditDetails(document: T): Readonly<Record<string, unknown>>
  /** These operations, and no others. */
  readonly operations: {
    readonly list: ResourceOperation
    readonly get?: ResourceOperation
    readonly create?: ResourceOperation & { readonly body: z.ZodType<Body>; readonly bodyLimit?: number }
    readonly delete?: ResourceOperation
  }
}

/** Who administers, and nobody else. */
export const ADMINS: ResourceOperation['access'] = { roles: ['admin'], scopes: [] }
