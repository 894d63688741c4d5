import { availableParallelism, cpus } from 'node:os'
import { fileURLToPath } from 'node:url'

/** http-proxy calls util._extend: an operator can do nothing about that, and should not read about it. */
export const toolOptions = ['--disable-warning=DEP0060']

/** V8's own number of threads for compiling and collecting, whatever the machine has. */
const V8_THREADS = 4

/** The first major version of Node whose V8 knows how to count external memory with the heap. */
const COUNTS_WITH_HEAP = 26

/**
 * What Node is started with for the product. A prompt of 50 kB leaves some 150 kB of buffers behind, which are no part of V8's heap: with its
 * own settings V8 goes through all of the heap for every 24 MB of them, which takes more time than everything else that
 * becomes of such a prompt. Counted with the heap they may grow as that does, here to twice what was left of them: V8's own bound is
 * 1.3 times, at which it went through the heap after every few hundred prompts of 50 kB, a quarter of what forwarding them costs.
 * The smaller young generation frees them sooner, and keeps memory as a whole where it was.
 *
 * V8's memory reducer goes through the heap twice whenever a process has been quiet for eight seconds, and takes compiled code with it
 * whose closures happen not to live at that moment: the next second of work then compiled 150 to 220 functions again and cost
 * 640 µs for each prompt of 2 kB instead of 410. What an idle process no longer needs config/idle-memory.ts gives back.
 *
 * V8 compiles and marks in four threads, which on two processors push the thread that serves prompts aside for ten milliseconds and
 * more: one processor is left to it. At half load on two the slowest hundredth of prompts waited 17 ms, and waits 7.
 * @param {string} version such as 26.10.0
 * @param {number} [processors]
 * @returns {string[]}
 */
export function nodeOptions(version, processors = processorCount()) {
  const options = [...toolOptions, '--max-semi-space-size=8', '--no-memory-reducer']
  if (processors <= V8_THREADS) options.push(`--v8-pool-size=${Math.max(1, processors - 1)}`)
  const counts = Number.parseInt(version, 10) >= COUNTS_WITH_HEAP
  return counts
    ? [...options, '--external-memory-accounted-in-global-limit', '--external-memory-max-growing-factor=2']
    : options
}

/**
 * Beside `nodeOptions` where the repository is what runs: two megabytes less for each thread (lean-http.cjs), three for the
 * process (lean-packages.cjs), and fifteen where the launcher has set a compile cache (lean-cache.cjs).
 */
export const leanOptions = ['lean-http.cjs', 'lean-packages.cjs', 'lean-cache.cjs'].flatMap((name) => [
  '--require',
  fileURLToPath(new URL(name, import.meta.url)),
])

/**
 * What the memory allocator and the pool of threads are started with. An operator's own values stand.
 *
 * Threads wait for the system's resolver and for files. Node makes its pool when it first needs one, with four: as many
 * names whose server is silent would stop everything else.
 *
 * glibc gives threads up to eight heaps a core, and each keeps what was once used of it: with one a core an idle Weir is some
 * twenty megabytes smaller. And with each large block that is freed, glibc keeps larger ones for the next: what starting left behind is never
 * given back. Fixed, its two thresholds are what they are in a new process, and an idle Weir is another twenty megabytes smaller.
 */
export function environmentDefaults() {
  return {
    UV_THREADPOOL_SIZE: '64',
    MALLOC_ARENA_MAX: String(Math.max(2, processorCount())),
    MALLOC_MMAP_THRESHOLD_: String(128 * 1024),
    MALLOC_TRIM_THRESHOLD_: String(1024 * 1024),
  }
}

/** As many as this process may use. */
function processorCount() {
  return availableParallelism?.() ?? cpus().length
}
