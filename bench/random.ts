/** Numbers in [0, 1), the same in every run (the generator is Park and Miller's, 1988). `seed` is at least 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
