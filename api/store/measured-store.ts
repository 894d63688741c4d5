import type { Document, Resource } from '../../core/resources/resource.ts'
import type { Documents, DocumentsOf } from './documents.ts'
import type { Store } from './store.ts'

/** The parts whose operations are measured. `outbox` and the change feed only hand things on. */
const PARTS = [
  'tenants',
  'users',
  'policies',
  'detectors',
  'interactions',
  'serviceTokens',
  'scimGroups',
  'proxyInstances',
  'webhooks',
  'deliveries',
  'alerts',
  'audit',
  'statistics',
  'inventory',
  'clock',
] as const satisfies readonly (keyof Store)[]
/** A part of the store, or the plural of a resource. */
export type StorePart = string

/** The same store, whose operations tell how long they took, whether they succeeded or failed. */
export function measuredStore(store: Store, observe: (part: StorePart, seconds: number) => void): Store {
  const parts = new Map<StorePart, object>()
  const documents: DocumentsOf = <T extends Document>(resource: Resource<T>) => {
    const { plural } = resource
    const measured = parts.get(plural) ?? measuredPart(store.documents(resource), plural, observe)
    parts.set(plural, measured)
    return measured as Documents<T>
  }
  return new Proxy(store, {
    get(target, name) {
      if (name === 'documents') return documents
      const part = PARTS.find((one) => one === name)
      if (part !== undefined) {
        const measured = parts.get(part) ?? measuredPart(target[part], part, observe)
        parts.set(part, measured)
        return measured
      }
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function measuredPart(part: object, name: StorePart, observe: (part: StorePart, seconds: number) => void): object {
  const methods = new Map<PropertyKey, unknown>()
  return new Proxy(part, {
    get(target, property) {
      const known = methods.get(property)
      if (known !== undefined) return known
      const value: unknown = Reflect.get(target, property, target)
      if (typeof value !== 'function') return value
      const measured = (...args: unknown[]) => {
        const started = performance.now()
        const result: unknown = value.apply(target, args)
        if (!(result instanceof Promise)) return result
        const done = () => observe(name, (performance.now() - started) / 1000)
        result.then(done, done)
        return result
      }
      methods.set(property, measured)
      return measured
    },
  })
}
