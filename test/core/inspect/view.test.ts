import test from 'ava'
import { plainView, ViewBuilder } from '../../../core/inspect/view.ts'

for (const long of [0, 7, 40])
  test(`a view of many pieces, ${long === 0 ? 'all short' : `every ${long}th long`}, says what each stretch stands for`, (t) => {
    const text = Array.from({ length: 9000 }, (_, i) => String.fromCharCode(0x21 + (i % 400))).join('')
    const builder = new ViewBuilder(plainView(text))
    let wanted = ''
    const origins: number[] = []
    for (let at = 0, n = 0; at < text.length; n++) {
      const length = long > 0 && n % long === 0 ? 60 : 1 + (n % 3)
      const end = Math.min(text.length, at + length)
      builder.copy(at, end)
      wanted += text.slice(at, end)
      for (let i = at; i < end; i++) origins.push(i)
      const replacement = ['', 'x', 'yz', '\u00e9\ud83d\ude00', 'a long replacement'][n % 5] ?? ''
      builder.replace(end, end + 1, replacement)
      wanted += replacement
      for (const _ of replacement.split('')) origins.push(end)
      at = end + 1
    }
    const view = builder.finish()
    t.is(view.text, wanted)
    const wrong = origins.filter((origin, i) => view.original(i, i + 1).start !== origin)
    t.deepEqual(wrong, [])
  })
