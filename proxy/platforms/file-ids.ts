import { step } from '../body/time-budget.ts'
import { isArray, isObject } from './json-value.ts'

/** Under which names services take, and give, ids of files. */
const NAMES: ReadonlySet<string> = new Set(
  'file_id fileId file_ids fileIds file_uuid file_uri fileUri asset_pointer files attachments document_id'.split(' '),
)
/** In what is about a file alone. */
const OWN_NAMES: ReadonlySet<string> = new Set('id uuid name uri file_id fileId file_uuid file_uri fileUri'.split(' '))
/** The last part of `file-service://file-abc`, `sediment://file_abc`, `files/abc` and of Google's addresses of files. */
const ID = /(?:^|\/)([\w-]{4,128})$/
const IDS_MAX = 64
const NODES_MAX = 20_000

/**
 * The ids of files that a value names, at most 64.
 * @param isOfFile the value is about a file: its own id counts
 */
export function fileIdsIn(value: unknown, isOfFile = false): string[] {
  const ids = new Set<string>()
  const pending: unknown[] = [value]
  const areOfFile: boolean[] = [isOfFile]
  for (let nodes = 0; nodes < NODES_MAX && ids.size < IDS_MAX && pending.length > 0; nodes++) {
    step()
    const item = pending.pop()
    const isFile = areOfFile.pop() === true
    if (typeof item === 'string') {
      const id = isFile ? ID.exec(item)?.[1] : undefined
      if (id !== undefined) ids.add(id)
    } else if (isArray(item)) {
      for (let index = Math.max(0, item.length - NODES_MAX); index < item.length; index++) {
        pending.push(item[index])
        areOfFile.push(isFile)
      }
    } else if (isObject(item)) {
      for (const name of Object.keys(item)) {
        const one = item[name]
        const isNamed = NAMES.has(name) || (isFile && OWN_NAMES.has(name))
        if (typeof one !== 'object' && !isNamed) continue
        pending.push(one)
        areOfFile.push(isNamed || (isFile && name === 'file'))
      }
    }
  }
  return [...ids]
}
