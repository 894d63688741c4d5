import { InvariantError } from '../../core/errors.ts'
import type { Document, Owned, Resource } from '../../core/resources/resource.ts'
import type { Effects } from './outbox.ts'

/** The documents of one resource. */
export interface Documents<T extends Document> {
  /** @throws DuplicateError on `id` */
  insert(document: Owned<T>, effects?: Effects<Owned<T>>): Promise<void>
  get(tenantId: string, id: string): Promise<Owned<T> | undefined>
  /** All of a tenant, also those that have ended and are not removed yet, oldest first. */
  list(tenantId: string): Promise<Owned<T>[]>
  /** @returns what was deleted: of several who delete it at once, one gets it */
  delete(tenantId: string, id: string, effects?: Effects<Owned<T>>): Promise<Owned<T> | undefined>
  /** Those of all tenants that have ended at this time. */
  ended(now: string): Promise<Owned<T>[]>
}

/** Every resource's documents, by what declares them. */
export type DocumentsOf = <T extends Document>(resource: Resource<T>) => Documents<T>

/** @param open called once for each resource, before anything is asked */
export function documentsOf(
  resources: readonly Resource<Document>[],
  open: (resource: Resource<Document>) => Documents<Document>,
): DocumentsOf {
  const opened = new Map(resources.map((resource) => [resource.plural, open(resource)]))
  return <T extends Document>({ plural }: Resource<T>) => {
    const documents = opened.get(plural)
    if (documents === undefined) throw new InvariantError(`core/resources/all.ts does not list ${plural}`)
    // They were opened with the schema of this resource.
    return documents as unknown as Documents<T>
  }
}
