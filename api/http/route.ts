import type { z } from 'zod'
import type { Scope } from '../../core/model/service-token.ts'
import type { Role } from '../../core/model/user.ts'
import type { ApiRequest, Caller, Reply } from './context.ts'

/** Body limits in bytes (docs/reference/api-rules.md, Errors). */
export const BODY_LIMIT = 1024 * 1024
export const BATCH_BODY_LIMIT = 10 * 1024 * 1024

/**
 * Who may use a route: users of these roles, and service tokens with any of these scopes. A public route has no caller
 * and no tenant; `limitByAddress` counts its requests as logins are counted, or, where nothing can be guessed, as the visits of
 * everyone behind one address.
 */
export type Access =
  | { readonly public: true; readonly limitByAddress?: boolean | 'visits' }
  | {
      readonly public?: false
      readonly roles: readonly Role[]
      readonly scopes: readonly Scope[]
      /** Open to admins whose second factor is still to be set up. */
      readonly beforeEnrolling?: true
    }

type CallerOf<A extends Access> = A extends { readonly public: true } ? undefined : Caller

interface Documented {
  readonly description: string
  /** Sent as JSON, unless `contentType` says otherwise. */
  readonly schema?: z.ZodType
  readonly contentType?: string
}

interface Definition<A extends Access, Body extends z.ZodType, Query extends z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under BASE; parameters as `/policies/:id`. */
  readonly path: string
  /** Answers without BASE as well, for monitors and for people who type the address. */
  readonly alsoAtRoot?: true
  /** Names the operation in the API document and in metrics. */
  readonly operation: string
  readonly summary: string
  /** In the API's document, where it is not among those of api/openapi/text/operations.ts. */
  readonly description?: string
  readonly access: A
  /** Where an address is limited: the operation whose requests these are counted among; its own if not given. */
  readonly limitedAs?: string
  readonly body?: Body
  /** The body that a service token may send instead; the handler gets the same type. */
  readonly serviceBody?: z.ZodType<z.output<Body>>
  /** Bytes; BODY_LIMIT if not given. */
  readonly bodyLimit?: number
  /** Content types of JSON besides application/json. */
  readonly bodyTypes?: readonly string[]
  readonly query?: Query
  /** Path parameters that are no UUID. */
  readonly params?: Readonly<Record<string, z.ZodType>>
  /** Its answers have an ETag: who reads may send If-None-Match, who changes If-Match. */
  readonly conditional?: true
  /** A page or a part of one: a browser asks for many at once, and nothing is learnt from a line about each. */
  readonly isPage?: true
  /** What a service token asks of it counts to a limit of its own: whoever makes a proxy ask takes nothing from its other requests. */
  readonly isCountedApart?: true
  /** What it answers on success. */
  readonly responses: Readonly<Record<number, Documented>>
  /** Errors besides those that every route of its kind has (api/openapi/errors.ts), such as 409 if names are unique. */
  readonly errors?: readonly number[]
  /** The documented form of a body whose schema accepts more, as a batch does with invalid items. */
  readonly documentedBody?: z.ZodType
}

/** A route with its schemas: what is mounted, documented and put through the role matrix. */
export interface Route extends Definition<Access, z.ZodType, z.ZodType> {
  readonly handle: (request: ApiRequest<unknown, unknown, Caller | undefined>) => Promise<Reply>
}

/** Ties a handler to its schemas' types; a route without a body or query schema gives its handler `undefined`. */
export function route<
  const A extends Access,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
>(
  definition: Definition<A, Body, Query>,
  handle: (request: ApiRequest<z.output<Body>, z.output<Query>, CallerOf<A>>) => Promise<Reply>,
): Route {
  // The middleware of mount.ts validates with these very schemas before it calls the handler.
  return { ...definition, handle: handle as Route['handle'] }
}

export const PUBLIC = { public: true } as const
export const ADMIN = { roles: ['admin'], scopes: [] } as const
export const EVERY_USER = { roles: ['admin', 'viewer'], scopes: [] } as const
/** Also those who may do nothing else yet. */
export const ENROLLING = { ...EVERY_USER, beforeEnrolling: true } as const
