/** http-proxy calls util._extend: an operator can do nothing about that, and should not read about it. */
export const toolOptions = ['--disable-warning=DEP0060']

/** The first major version of Node whose V8 knows how to count external memory with the heap. */
const COUNTS_WITH_HEAP = 26

/**
 * What Node is started with for the product. A prompt of 50 kB leaves some 150 kB of buffers behind, which are no part of V8's heap: with its
 * own settings V8 goes through all of the heap for every 24 MB of them, which takes more time than everything else that
 * becomes of such a prompt. Counted with the heap they may grow as that does, here to twice what was left of them: V8's own bound is
 * 1.3 times, at which it went through the heap after every few hundred prompts of 50 kB, a quarter of what forwarding them costs.
 * The smaller young generation frees them sooner, and keeps memory as a whole where it was.
 * @param {string} version such as 26.10.0
 * @returns {string[]}
 */
export function nodeOptions(version) {
  const options = [...toolOptions, '--max-semi-space-size=8']
  const counts = Number.parseInt(version, 10) >= COUNTS_WITH_HEAP
  return counts
    ? [...options, '--external-memory-accounted-in-global-limit', '--external-memory-max-growing-factor=2']
    : options
}
