import test from 'ava'
import { viewOfCuts } from '../../../core/inspect/disguise/cuts.ts'
import { inOrder, viewOfEdits } from '../../../core/inspect/disguise/regions.ts'
import { SpanList } from '../../../core/inspect/span-list.ts'
import { plainView } from '../../../core/inspect/view.ts'

const TEXT = Array.from({ length: 40_000 }, (_, i) => String.fromCharCode(0x21 + (i % 400))).join('')
const UNITS = Uint16Array.from(TEXT, (unit) => unit.charCodeAt(0))

for (const [name, count, gap] of [
  ['few', 20, 3],
  ['many', 3000, 2],
  ['many far apart', 200, 190],
] as const)
  test(`a view of ${name} cuts is that of as many edits`, (t) => {
    const cuts = new SpanList()
    const edits = []
    for (let n = 0, at = 5; n < count; n++) {
      const end = at + (n % 4)
      cuts.add(at, end)
      edits.push({ start: at, end, text: '' })
      // Every ninth begins where the one before ends.
      at = end + (n % 9 === 0 ? 0 : gap + (n % 5))
    }
    const parent = plainView(TEXT)
    const view = viewOfCuts(parent, UNITS, cuts)
    const wanted = viewOfEdits(parent, edits)
    t.is(view?.text, wanted?.text)
    const wrong = Array.from(wanted?.text ?? '', (_, i) => i).filter((i) => {
      const [own, other] = [view?.original(i, i + 1), wanted?.original(i, i + 1)]
      return own?.start !== other?.start || own?.end !== other?.end
    })
    t.deepEqual(wrong, [])
  })

for (const count of [5, 20, 64, 65, 900])
  test(`${count} cuts are put in order, and of two that overlap the first stays`, (t) => {
    const added = Array.from({ length: count }, (_, n) => {
      const start = (n * 37) % (5 * count)
      return { start, end: start + (n % 7) }
    })
    const cuts = new SpanList()
    for (const { start, end } of added) cuts.add(start, end)
    cuts.order()
    const ordered = inOrder(added.map((each) => ({ ...each, text: '' })))
    t.deepEqual(
      [...cuts.places.subarray(0, cuts.length)],
      ordered.flatMap(({ start, end }) => [start, end]),
    )
    t.is(viewOfCuts(plainView(TEXT), UNITS, new SpanList()), undefined)
  })
