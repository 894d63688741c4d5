import test from 'ava'
import { KeywordIndex } from '../../../core/inspect/keywords.ts'
import { Walk } from '../../../core/inspect/walk.ts'

function walked(index: KeywordIndex, text: string): Walk {
  const walk = new Walk()
  walk.read(text)
  walk.note(index)
  return walk
}

function scan(keywords: readonly string[], text: string): string[] {
  const found: string[] = []
  const index = new KeywordIndex(keywords)
  index.scan(walked(index, text), {
    visit(keyword, start, end) {
      found.push(`${keywords[keyword]}@${start}`)
      if (end - start !== keywords[keyword]?.length) throw new Error('a keyword has the wrong length')
      return true
    },
  })
  return found
}

test('finds words within words', (t) => {
  t.deepEqual(scan(['he', 'she', 'his', 'hers'], 'ushers'), ['she@1', 'he@2', 'hers@2'])
})

test('case and accents make no difference', (t) => {
  t.deepEqual(scan(['tel', 'cle'], 'TÉL Clé'), ['tel@0', 'cle@4'])
})

test('other scripts end every word', (t) => {
  t.deepEqual(scan(['ab'], 'a\u4e00b\ud83d\ude00ab'), ['ab@5'])
})

test('the same as looking for each word alone', (t) => {
  const keywords = ['a', 'ab', 'bab', 'bc', 'bca', 'c', 'caa']
  let seed = 7
  const letter = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return 'abc'.charAt(seed % 3)
  }
  const text = Array.from({ length: 500 }, letter).join('')
  const expected = keywords.flatMap((word) => {
    const places: string[] = []
    for (let i = text.indexOf(word); i !== -1; i = text.indexOf(word, i + 1)) places.push(`${word}@${i}`)
    return places
  })
  t.deepEqual(scan(keywords, text).sort(), expected.sort())
})

test('a keyword that could never be found is refused', (t) => {
  t.throws(() => new KeywordIndex(['Tel']), { instanceOf: RangeError })
})

test('a visitor that has seen enough ends the scan', (t) => {
  let visits = 0
  const index = new KeywordIndex(['a'])
  t.false(index.scan(walked(index, 'aaaa'), { visit: () => ++visits < 2 }))
  t.is(visits, 2)
})
