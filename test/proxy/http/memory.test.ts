import test from 'ava'
import { liesBehind, Pieces } from '../../../proxy/http/memory.ts'

/** A stretch of memory of its own, filled with letters. */
function stretch(length: number): Buffer {
  return Buffer.from(new ArrayBuffer(length)).fill('abcdefghij')
}

function collect(pieces: readonly Buffer[], room?: Buffer, roomOfCopy = 0) {
  const all = new Pieces({ most: 1000, room: roomOfCopy })
  for (const piece of pieces) all.add(piece, room)
  return all.join()
}

test('what lies behind what', (t) => {
  const memory = stretch(100)
  t.true(liesBehind(memory.subarray(40, 60), memory.subarray(10, 40)))
  t.false(liesBehind(memory.subarray(41, 60), memory.subarray(10, 40)))
  t.false(liesBehind(memory.subarray(10, 40), memory.subarray(40, 60)))
  t.false(liesBehind(stretch(100).subarray(40, 60), memory.subarray(10, 40)))
})

test('pieces that lie together become one without a copy, and keep the room before them', (t) => {
  const memory = stretch(100)
  const room = memory.subarray(0, 20)
  const { bytes, room: kept } = collect([memory.subarray(20, 50), memory.subarray(50, 80)], room, 10)
  t.is(bytes.buffer, memory.buffer)
  t.deepEqual(bytes, memory.subarray(20, 80))
  t.is(kept, room)
})

test('pieces that lie apart are copied, with as much room before them as is asked for', (t) => {
  const memory = stretch(100)
  const pieces = [memory.subarray(20, 50), memory.subarray(51, 100)]
  const { bytes, room } = collect(pieces, memory.subarray(0, 20), 7)
  t.deepEqual(bytes, Buffer.concat(pieces))
  t.not(bytes.buffer, memory.buffer)
  t.is(room.length, 7)
  t.true(liesBehind(bytes, room))
})

test('pieces that are less than half of their memory are copied, as they may be kept for long', (t) => {
  const memory = stretch(100)
  const small = collect([memory.subarray(0, 20), memory.subarray(20, 49)])
  t.deepEqual(small.bytes, memory.subarray(0, 49))
  t.not(small.bytes.buffer, memory.buffer)
  t.is(collect([memory.subarray(0, 20), memory.subarray(20, 50)]).bytes.buffer, memory.buffer)
})

test('a single piece stays as it is, and of none there is nothing', (t) => {
  const piece = stretch(100).subarray(10, 20)
  t.is(collect([piece]).bytes, piece)
  t.is(collect([]).bytes.length, 0)
  t.is(collect([]).room.length, 0)
})

test('small pieces are put together, whether they lie together or not, and stay in their order', (t) => {
  const memory = stretch(60_000)
  const expected: Buffer[] = []
  const pieces = new Pieces({ most: 1_000_000, room: 5 })
  const add = (piece: Buffer) => {
    expected.push(piece)
    pieces.add(piece, undefined)
  }
  for (let at = 0; at < 30_000; at += 3) add(memory.subarray(at, at + 1))
  add(memory.subarray(40_000, 42_000))
  for (let at = 42_000; at < 43_000; at += 1) add(memory.subarray(at, at + 1))
  add(memory.subarray(50_000, 50_010))
  add(stretch(2000))
  t.is(pieces.length, 10_000 + 2000 + 1000 + 10 + 2000)
  t.deepEqual(pieces.join().bytes, Buffer.concat(expected))
  t.is(pieces.length, 0)
})

test('of a body that comes byte by byte no more than some objects are kept', (t) => {
  const memory = stretch(2_000_000)
  const pieces = new Pieces({ most: 1_000_000, room: 5 })
  const before = process.memoryUsage()
  for (let at = 0; at < memory.length; at += 2) pieces.add(memory.subarray(at, at + 1), undefined)
  const after = process.memoryUsage()
  // A million views would be a hundred megabytes.
  const grown = after.heapUsed + after.external - before.heapUsed - before.external
  t.is(pieces.length, 1_000_000)
  t.true(grown < 50_000_000, String(grown))
})

test('pieces are counted while they are collected', (t) => {
  const pieces = new Pieces({ most: 1_000_000, room: 5 })
  t.is(pieces.length, 0)
  pieces.add(stretch(3), undefined)
  pieces.add(stretch(4), undefined)
  t.is(pieces.length, 7)
})
