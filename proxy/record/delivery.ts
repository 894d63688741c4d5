import type { BatchAnswer } from '../api-client/client.ts'
import { ApiError } from '../api-client/errors.ts'

type Send<Item> = (items: readonly Item[]) => Promise<BatchAnswer>

/**
 * Delivers a batch whatever is in it and returns the items that the API refuses. `send` rejects with
 * ERR_API_TOO_LARGE or ERR_API_REFUSED where a batch as a whole is at fault: it is then halved, down to single items.
 */
export async function deliver<Item>(items: readonly Item[], send: Send<Item>): Promise<readonly Item[]> {
  if (items.length === 0) return []
  let answer: BatchAnswer
  try {
    answer = await send(items)
  } catch (error) {
    if (!isFaultOfBatch(error)) throw error
    if (items.length === 1) return items
    const [left, right] = halves(items)
    return [...(await deliver(left, send)), ...(await deliver(right, send))]
  }
  const refused = answer.received - answer.stored
  return namedOf(items, answer.rejected, refused) ?? findRefused(items, refused, send)
}

/** Undefined where the API does not say which they are, or says what cannot be. */
function namedOf<Item>(items: readonly Item[], rejected: readonly number[] = [], refused: number) {
  const named = new Set(rejected)
  if (named.size !== refused || !rejected.every((index) => index < items.length)) return undefined
  return items.filter((_, index) => named.has(index))
}

export function isFaultOfBatch(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.code === 'ERR_API_TOO_LARGE' || error.code === 'ERR_API_REFUSED')
}

/**
 * An API may skip invalid items and tell only their number (specification, POST /interactions/batch). Sending halves
 * again tells where they are, and harms nothing: items that are stored already count as stored, by their id.
 */
async function findRefused<Item>(items: readonly Item[], refused: number, send: Send<Item>): Promise<readonly Item[]> {
  if (refused <= 0) return []
  if (refused >= items.length) return items
  const [left, right] = halves(items)
  const { received, stored } = await send(left)
  const refusedLeft = received - stored
  return [...(await findRefused(left, refusedLeft, send)), ...(await findRefused(right, refused - refusedLeft, send))]
}

function halves<Item>(items: readonly Item[]): [Item[], Item[]] {
  const middle = Math.ceil(items.length / 2)
  return [items.slice(0, middle), items.slice(middle)]
}
