import test from 'ava'
import { liesBehind, Pieces } from '../../../proxy/http/memory.ts'

/** A stretch of memory of its own, filled with letters. */
function stretch(length: number): Buffer {
  return Buffer.from(new ArrayBuffer(length)).fill('abcdefghij')
}

function collect(pieces: readonly Buffer[], room?: Buffer, roomOfCopy = 0) {
  const all = new Pieces()
  for (const piece of pieces) all.add(piece, room)
  return all.join(roomOfCopy)
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

test('pieces are counted while they are collected', (t) => {
  const pieces = new Pieces()
  t.is(pieces.length, 0)
  pieces.add(stretch(3), undefined)
  pieces.add(stretch(4), undefined)
  t.is(pieces.length, 7)
})
