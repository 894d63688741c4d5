import test from 'ava'
import { readTokenizer } from '../../../../core/tier3/model/tokenizer.ts'

const vocab = (...words: string[]) => Object.fromEntries(words.map((word, id) => [word, id]))
const wordPiece = (changes: object = {}) =>
  readTokenizer({
    normalizer: { lowercase: true },
    model: {
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 20,
      vocab: vocab('[UNK]', '[CLS]', '[SEP]', 'lef', '##evre', '##e', 'jean', '-', "'", 'le', '東', '京', 'ss'),
      ...changes,
    },
  })

test('words are cut into the longest pieces, in lower case without accents, with their places', (t) => {
  const text = "Jean-Lefèvre l'Le"
  t.deepEqual(
    wordPiece()
      .tokenize(text)
      .map(({ id, start, end, isInside }) => [id, text.slice(start, end), isInside]),
    [
      [6, 'Jean', false],
      [7, '-', false],
      [3, 'Lef', false],
      [4, 'èvre', true],
      [0, 'l', false],
      [8, "'", false],
      [9, 'Le', false],
    ],
  )
})

test('accents that are characters of their own, Han, emoji, controls and halves of pairs keep their places', (t) => {
  const text = '東京 Lefe\u0301\u200b😀\ud800 LE\u0000'
  t.deepEqual(
    wordPiece()
      .tokenize(text)
      .map(({ id, start, end }) => [id, start, end]),
    [
      [10, 0, 1],
      [11, 1, 2],
      [0, 3, 11],
      [9, 13, 15],
    ],
  )
})

test('a word that is too long is unknown', (t) => {
  t.deepEqual(wordPiece().tokenize('le'.repeat(30)), [{ id: 0, start: 0, end: 60, isInside: false }])
})

const unigram = () =>
  readTokenizer({
    model: {
      type: 'Unigram',
      unk_id: 2,
      vocab: [
        ['<s>', 0],
        ['</s>', 0],
        ['<unk>', 0],
        ['▁', -3],
        ['▁le', -2],
        ['fe', -4],
        ['v', -5],
        ['▁lef', -9],
        ['e', -3],
      ],
    },
  })

test('SentencePiece takes the likeliest pieces, not the longest', (t) => {
  const text = ' le lefev￥ ﬁ'
  t.deepEqual(
    unigram()
      .tokenize(text)
      .map(({ id, start, end, isInside }) => [id, start, end, isInside]),
    [
      [4, 1, 3, false],
      [4, 4, 6, false],
      [5, 6, 8, true],
      [6, 8, 9, true],
      [2, 9, 10, true],
      [3, 11, 11, false],
      [2, 11, 12, true],
      [2, 11, 12, true],
    ],
  )
})

test('the tokens at both ends are those of the vocabulary', (t) => {
  const { first, last } = unigram()
  t.deepEqual([first, last], [0, 1])
  const bert = wordPiece()
  t.deepEqual([bert.first, bert.last], [1, 2])
})

test('a tokenizer of another kind, or without its special tokens, is refused', (t) => {
  for (const json of [null, {}, { model: { type: 'BPE', vocab: {}, merges: [] } }]) {
    t.throws(() => readTokenizer(json), { code: 'ERR_TIER3_MODEL', message: /other than WordPiece and Unigram/ })
  }
  t.throws(() => wordPiece({ vocab: vocab('[UNK]', '[CLS]') }), { message: /no \[SEP\] or <\/s>/ })
})
