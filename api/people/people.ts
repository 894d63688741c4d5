import type { ApiDependencies } from '../dependencies.ts'
import type { Caller } from '../http/context.ts'

/** What a record says of the person behind it. */
interface OfPerson {
  readonly user_id: string | null
}

interface WithMetadata {
  readonly content_metadata: Record<string, unknown>
}

/** Absent where the id is nobody's, where the user was deleted, and where the caller may not see names. */
export interface Named {
  readonly user_name?: string
}

/** Who sees the names of people (WEIR_CONSOLE_PEOPLE; docs/privacy.md). Administrators may list all users in any case; services need none. */
export class People {
  readonly #store: Pick<ApiDependencies['store'], 'users'>
  readonly #areShown: boolean

  constructor({ store, settings }: Pick<ApiDependencies, 'store' | 'settings'>) {
    this.#store = store
    this.#areShown = settings.consolePeople === 'on'
  }

  areShownTo(caller: Caller): boolean {
    return caller.kind === 'user' && (this.#areShown || caller.user.role === 'admin')
  }

  /** Interactions likewise; the name that a proxy was given (`content_metadata.user`) is one too. */
  async ofInteractions<T extends OfPerson & WithMetadata>(caller: Caller, items: readonly T[]): Promise<(T & Named)[]> {
    if (this.areShownTo(caller)) return this.named(caller, items)
    // A service reads back what it has sent.
    return caller.kind === 'service' ? [...items] : items.map(withoutUser)
  }

  /** A list of the most active, with their names: empty for whom it is not. */
  async listed<T extends OfPerson>(caller: Caller, people: readonly T[]): Promise<(T & Named)[]> {
    return this.areShownTo(caller) ? this.named(caller, people) : []
  }

  /** The records with the names that their users have now: one query for all of them. */
  async named<T extends OfPerson>(caller: Caller, records: readonly T[]): Promise<(T & Named)[]> {
    if (!this.areShownTo(caller)) return [...records]
    const ids = new Set(records.flatMap(({ user_id }) => user_id ?? []))
    if (ids.size === 0) return [...records]
    const names = await this.#store.users.names(caller.tenantId, [...ids])
    return records.map((record) => {
      const user_name = names.get(record.user_id ?? '')
      return user_name === undefined ? record : { ...record, user_name }
    })
  }
}

function withoutUser<T extends WithMetadata>(item: T): T {
  if (!Object.hasOwn(item.content_metadata, 'user')) return item
  const { user: _user, ...content_metadata } = item.content_metadata
  return { ...item, content_metadata }
}
