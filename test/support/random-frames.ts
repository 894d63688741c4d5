import { END_HEADERS, END_STREAM, FRAME, frame, literals } from './frames.ts'

export type Random = (below: number) => number

/** A request that is as it should be. */
export function plainGet(authority: string) {
  return { ':method': 'GET', ':scheme': 'https', ':authority': authority, ':path': '/' }
}

/** Heads of requests, good and bad. */
export function requestHeads(authority: string): readonly Buffer[] {
  const get = plainGet(authority)
  return [
    literals(get),
    literals({ ...get, ':method': 'POST' }),
    literals({ ...get, ':method': 'POST', 'content-length': '3' }),
    literals({ ...get, ':method': 'HEAD' }),
    literals({ ...get, host: 'b', te: 'trailers' }),
    literals({ ...get, connection: 'close' }),
    literals({ ':method': 'CONNECT', ':authority': authority }),
  ]
}

/** Heads of answers, good and bad, and what is neither. */
export const ANSWER_HEADS: readonly Buffer[] = [
  literals({ ':status': '200' }),
  literals({ ':status': '200', 'content-length': '3' }),
  literals({ ':status': '100' }),
  literals({ 'grpc-status': '0' }),
  literals({ 'x-odd': 'a\r\nhost: b', cookie: 'a=1' }),
]

/** One frame, mostly as it should be. */
function randomFrame(random: Random, heads: readonly Buffer[], streams: readonly number[]): Buffer {
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => random(256)))
  const payloads: Readonly<Record<number, () => Buffer>> = {
    [FRAME.data]: () => bytes(random(20)),
    [FRAME.headers]: () => pick(heads),
    [FRAME.continuation]: () => pick(heads),
    [FRAME.reset]: () => Buffer.from([0, 0, 0, random(16)]),
    [FRAME.settings]: () => (random(2) === 0 ? Buffer.alloc(0) : Buffer.from([0, random(9), 0, 0, random(256), 0])),
    [FRAME.ping]: () => bytes(8),
    [FRAME.goaway]: () => Buffer.concat([Buffer.alloc(4), Buffer.from([0, 0, 0, random(16)])]),
    [FRAME.window]: () => Buffer.from([0, random(256), random(256), random(256)]),
    [FRAME.priority]: () => bytes(5),
  }
  const type = random(20) === 0 ? random(256) : pick(Object.values(FRAME))
  const onConnection = type === FRAME.settings || type === FRAME.ping || type === FRAME.goaway
  const stream = onConnection && random(10) > 0 ? 0 : pick(streams)
  const flags = random(10) === 0 ? random(256) : onConnection ? 0 : pick([0, 1, 4, 5])
  const made = frame(type, flags, stream, (payloads[type] ?? (() => bytes(random(40))))())
  // Not in its length: the server would wait for more.
  if (random(20) === 0) made[3 + random(made.length - 3)] = random(256)
  return made
}

/** Whole messages on one stream after the other, and now and then something else between two frames. */
export function randomFrames(random: Random, heads: readonly Buffer[], streams: readonly number[]): Buffer {
  const frames: Buffer[] = []
  const add = (made: Buffer) => {
    if (random(6) === 0) frames.push(randomFrame(random, heads, streams))
    frames.push(made)
  }
  for (const stream of streams) {
    const head = heads[random(heads.length)] ?? Buffer.alloc(0)
    const hasBody = random(2) === 0
    add(frame(FRAME.headers, hasBody ? END_HEADERS : END_HEADERS | END_STREAM, stream, head))
    if (!hasBody) continue
    add(frame(FRAME.data, 0, stream, Buffer.alloc(random(4))))
    add(frame(FRAME.data, END_STREAM, stream, Buffer.from('xyz')))
  }
  return Buffer.concat(frames)
}
