import test from 'ava'
import { classify } from '../../../../core/inspect/classify.ts'
import { isPaymentCard } from '../../../../core/inspect/validators/card.ts'
import { isNir } from '../../../../core/inspect/validators/nir.ts'
import { isSiret } from '../../../../core/inspect/validators/siret.ts'

/** A small generator with a seed, so that a failure can be repeated. */
function digitsFrom(seed: number): (length: number) => string {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return (length) => Array.from({ length }, (_, index) => (index === 0 ? 1 + next(9) : next(10))).join('')
}

function types(text: string): string[] {
  return classify(text).classifications.map(({ type }) => type)
}

const CHECKS: Readonly<Record<string, readonly [length: number, check: (digits: string) => boolean]>> = {
  CREDIT_CARD: [16, isPaymentCard],
  NIR: [15, isNir],
  SIRET: [14, isSiret],
}

/** `count` numbers of a type, or, among a hundred times as many, those that chance makes. */
function numbers(type: string, count: number, mustPass: boolean, seed = 7): string[] {
  const [length, check] = CHECKS[type] ?? [0, () => false]
  const digits = digitsFrom(seed)
  const made: string[] = []
  while (made.length < count) {
    const number = digits(length)
    if (!mustPass || check(number)) made.push(number)
  }
  return made
}

for (const type of Object.keys(CHECKS)) {
  test(`a column of numbers of which some pass the check of ${type} by chance is a column of numbers`, (t) => {
    const [, check] = CHECKS[type] ?? []
    const passing = numbers(type, 3, true)
    const all = numbers(type, 40, false).filter((number) => check?.(number) !== true)
    for (const [index, number] of passing.entries()) all.splice(5 + index * 11, 0, number)
    for (const separator of ['\n', ', ', ' ', ';', '\t']) t.deepEqual(types(all.join(separator)), [], separator)
    t.deepEqual(types(JSON.stringify(all.map(Number))), [])
    t.deepEqual(types(all.map((number, row) => `${row},${number},${row * 3}`).join('\n')), [])
  })

  test(`a column of numbers that all pass the check of ${type} is a column of these`, (t) => {
    const values = numbers(type, 20, true)
    for (const separator of ['\n', ', ', ';'])
      t.deepEqual(
        types(values.join(separator)),
        values.map(() => type),
        separator,
      )
    const rows = values.map((number, row) => `${1041 + row};${number};${row * 7}.50`)
    t.deepEqual(
      types(rows.join('\n')),
      values.map(() => type),
    )
  })

  test(`one number that passes the check of ${type} is found where it stands alone, and not where a machine writes`, (t) => {
    const [value] = numbers(type, 1, true)
    t.deepEqual(types(`${value}`), [type])
    t.deepEqual(types(`Voici ${value}, merci.`), [type])
    t.deepEqual(types(`1741093212 ${value} 90321457 100.3371298 77120043 8800213 5512093`), [])
  })
}

test('four groups of four in a table of numbers are no card, and one card among words is', (t) => {
  const digits = digitsFrom(3)
  const row = (length: number) => Array.from({ length }, () => digits(4)).join(' ')
  const rows = Array.from({ length: 30 }, () => row(4))
  rows[11] = '4111 1111 1111 1111'
  t.deepEqual(types(rows.join('\n')), [])
  t.deepEqual(types(`Numbers: ${row(9)}`), [])
  t.deepEqual(types('I lost 4111 1111 1111 1111 in 2024, at 10:15, with 250.00 on it'), ['CREDIT_CARD'])
})

test('a matrix of single digits holds no value, whatever its rows come to', (t) => {
  const digits = digitsFrom(5)
  for (const columns of [10, 14, 15, 16]) {
    const rows = Array.from({ length: 60 }, () => [...digits(columns + 1)].slice(1).join(' '))
    t.deepEqual(types(rows.join('\n')), [], `${columns} columns`)
  }
})

test('customers are found in a table, whatever numbers stand beside them', (t) => {
  const cards = numbers('CREDIT_CARD', 12, true, 11)
  const rows = cards.map((card, row) => `C${row};Durand ${row};${card};12/2${row % 10};${row * 31}.90`)
  t.deepEqual(types(rows.join('\n')).filter((type) => type === 'CREDIT_CARD').length, cards.length)
})

test('words count as labels of numbers where they are words, beside them', (t) => {
  t.deepEqual(
    types('where 7519383112 = hash(x)\ncall tests/test_x.py with 10412345, 90812345, 81234567, 6332134\n'),
    [],
  )
  t.deepEqual(types('w.push(9088982112,0x70454b60);ph.push(6328904405,0x81ac0c08,846977905)'), [])
  t.deepEqual(types('blob 0f8229cb, 4322570316996'), [])
  t.deepEqual(types('var cc=354066017709;var pp=438950095,ci=79003412'), [])
  t.deepEqual(types('call me on 7519383112'), ['PHONE'])
  t.deepEqual(types('CB 4222222222222'), ['CREDIT_CARD'])
})

test('digits are not decoded as text, nor is a number given to a name', (t) => {
  t.deepEqual(types('{"w":0.6626774009782821,"rss":147662283,"heapUsed":462863848}'), [])
  t.deepEqual(types('ssn=77 seq=91584994696 offset=22014902641 part=73536904399'), [])
})

test('a number read backwards proves nothing among other numbers', (t) => {
  const [nir = ''] = numbers('NIR', 1, true)
  const reversed = [...nir].reverse().join('')
  t.deepEqual(types(reversed), ['NIR'])
  t.deepEqual(types(`90321457 ${reversed} 77120043`), [])
})

test('a column whose numbers all pass is one of values, among any other columns', (t) => {
  const digits = digitsFrom(21)
  const phones = Array.from({ length: 12 }, (_, row) => (row % 2 === 0 ? `06${digits(8)}` : `+336${digits(8)}`))
  for (const [type, values] of [
    ['CREDIT_CARD', numbers('CREDIT_CARD', 12, true)],
    ['SIRET', numbers('SIRET', 12, true)],
    ['PHONE', phones],
  ] as const)
    for (const separator of [',', ';', '\t', ' | ']) {
      const rows = values.map((value) =>
        [digits(8), `17${digits(8)}`, value, `${digits(3)}.25`, `0.${digits(15)}`, digits(5)].join(separator),
      )
      t.deepEqual(
        types(rows.join('\n')),
        values.map(() => type),
        separator,
      )
    }
})

const CARD = '4111111111111111'
const MACHINE_KEYS = [
  'seed',
  'cursor',
  'next_cursor',
  'resourceVersion',
  'offset',
  'uptimeNanos',
  'lat',
  'intValue',
  'id',
]

test('a bare number under the name of a measure, a counter, a position or an id is a machine’s, in a small body too', (t) => {
  const [nir] = numbers('NIR', 1, true)
  const [siret] = numbers('SIRET', 1, true)
  for (const value of [CARD, nir, siret, '0612345678'])
    for (const key of MACHINE_KEYS) {
      t.deepEqual(types(`{"${key}":"${value}","ok":true}`), [], `${key} ${value}`)
      t.deepEqual(types(`{"${key}": ${value}}`), [], `${key} ${value}`)
      t.deepEqual(types(JSON.stringify({ body: JSON.stringify({ [key]: value }) })), [], `${key} ${value}`)
      t.deepEqual(types(`${key}=${value} lag=3`), [], `${key} ${value}`)
      t.deepEqual(types(`<${key}>${value}</${key}>`), [], `${key} ${value}`)
    }
  t.deepEqual(types(`took ${CARD} ns, ${nir} bytes`), [])
  t.deepEqual(types(`process_resident_memory_bytes ${CARD}`), [])
  for (const one of [0.919177393, 36.02307692307692, 0.4111111111111111])
    t.deepEqual(types(JSON.stringify({ uptime: one })), [])
})

test('what somebody typed, and what a member names, is found whatever stands in other members', (t) => {
  const others = { ts: 1741093212123, uptime: 0.91234567891, id: '99887766554433', cursor: '5555555555554444' }
  for (const key of ['text', 'content', 'message', 'note', 'pan', 'card_number', 'cardNumber', 'carte'])
    t.deepEqual(types(JSON.stringify({ ...others, [key]: CARD })), ['CREDIT_CARD'], key)
  for (const key of ['number', 'value', 'input', 'field7'])
    t.deepEqual(types(JSON.stringify({ [key]: CARD })), ['CREDIT_CARD'], key)
})

test('the head of a column speaks for and against its numbers', (t) => {
  const rows = [CARD, '5555555555554444'].map((value, row) => [`1741093${row}12`, value, `5512${row}093`])
  for (const separator of [',', ';', '\t', ' | ']) {
    const below = (head: string) => [['created', head, 'total'], ...rows].map((row) => row.join(separator)).join('\n')
    for (const head of ['carte', 'pan', 'CARD_NO', 'Card number'])
      t.deepEqual(types(below(head)), ['CREDIT_CARD', 'CREDIT_CARD'], head)
    for (const head of ['cursor', 'offset', 'seed', 'nextSeq']) t.deepEqual(types(below(head)), [], head)
  }
  t.deepEqual(types(` pan | total\n-----+-----\n ${CARD} | 90321457\n 5555555555554444 | 77120043\n`), [
    'CREDIT_CARD',
    'CREDIT_CARD',
  ])
})

test('amounts in groups of three are no addresses, and addresses are found beside other numbers', (t) => {
  const amounts = ['5.478.886.490,8333', '6.180.115.121', '42.486.867,7924', '2.230.207.189,2', '86.973.260.176']
  for (const separator of [' ', '\t', '\n', '   ', ' | '])
    t.deepEqual(types(`Total ${amounts.join(separator)} Ouest`), [], separator)
  for (const text of [
    'from 172.16.254.101 and 192.168.100.200',
    '10.127.124.205,10.127.124.206',
    'GET / 203.113.121.107 12.345 ms',
  ])
    t.true(types(text).includes('IP_ADDRESS'), text)
})

test('lists of fractions and of numbers with signs are no pieces of a value', (t) => {
  const digits = digitsFrom(9)
  const paths = Array.from({ length: 40 }, () => `0.${digits(4)}-1.${digits(4)},0.${digits(4)}`)
  const arcs = Array.from({ length: 60 }, (_, row) => `${row % 3 === 0 ? '' : '-'}${digits(4)}`)
  const tenths = Array.from({ length: 90 }, () => `${digits(1)}.${digits(1)}`)
  for (const list of [paths, arcs, tenths]) {
    t.deepEqual(types(`<path d="m${list.join(',')}"/>`), [])
    t.deepEqual(types(`[${list.join(',')}]`), [])
  }
  t.deepEqual(types('pace: 3:02 3:03 3:04 3:05 3:06 3:08 3:11 3:14'), [])
  t.deepEqual(types('1718093564,ST394,25.9177,64.94,1029.821,683'), [])
  t.deepEqual(types('c12-133-201,54-314-171-541,71-652,353-73,186-159,181-168-13-4-70,0-131-7-200-21-223-8'), [])
})

test('bytes, rows of short cells and fractions behind a comma are no phones', (t) => {
  t.deepEqual(types('000001a0  af 74 db 05 96 05 18 74  29 45 d9 a8 fb e7 c6 e1  |................|'), [])
  t.deepEqual(types('00000350: ea8c 07bd bbfa 8d10 c3a3 fe07 0947 8581  ................'), [])
  t.deepEqual(types('1a00fc5596248e4f 35299a4bc38fd070 003 237 144 032\nc235b403d7e4baba 9936a15dff854b4a'), [])
  t.deepEqual(types('La moyenne vaut 10,003525639481197 et la médiane 8,12'), [])
  const digits = digitsFrom(4)
  const row = (id: number) => [id, ...Array.from({ length: 5 }, () => digits(2))].join(' ')
  const rows = Array.from({ length: 12 }, (_, index) => row(2410 + index * 97))
  rows[5] = '2928 03 12 60 95 80'
  for (const before of ['Paris\t', '2026-03-12 ', 'row '])
    t.deepEqual(types(rows.map((text) => before + text).join('\n')), [])
  t.deepEqual(types('joignable au 03 12 60 95 80 ou 0033 3 12 60 95 80'), ['PHONE', 'PHONE'])
  t.deepEqual(types('Paul 03 12 60 95 80\nAnne 00 33 3 12 60 95 80'), ['PHONE', 'PHONE'])
})

test('numbers are judged alike in base64, in JSON within strings and in percent signs', (t) => {
  const digits = digitsFrom(31)
  const floats = Array.from({ length: 60 }, () => `0.${digits(16)},${digits(3)}.${digits(9)},${digits(14)}`).join('\n')
  const cards = numbers('CREDIT_CARD', 12, true)
  const customers = ['id;pan;total', ...cards.map((card) => `${digits(6)};${card};${digits(2)}.50`)].join('\n')
  const body = (text: string) => JSON.stringify({ rows: text, uptime: 0.919177393, seq: Number(digits(12)) })
  const ways: readonly ((text: string) => string)[] = [
    (text) => Buffer.from(text).toString('base64'),
    (text) => JSON.stringify({ data: Buffer.from(body(text)).toString('base64') }),
    (text) => JSON.stringify(JSON.stringify({ body: body(text) })),
    (text) => encodeURIComponent(body(text)),
  ]
  for (const way of ways) {
    t.deepEqual(types(way(floats)), [])
    t.true(types(way(customers)).includes('CREDIT_CARD'))
  }
})

test('the last cell of a row and the first of the next are no pieces of a phone', (t) => {
  const rows = Array.from({ length: 20 }, (_, row) => `"${1020 + row}",${row},0,1,"${row < 9 ? '030064' : '030065'}"`)
  t.deepEqual(types(rows.join('\n')), [])
  t.deepEqual(types('card = ("4111"\n"1111"\n"1111"\n"1111")'), ['CREDIT_CARD'])
})

test('one row of a table of cells is no value that was cut up, and a row of nothing like it is', (t) => {
  const digits = digitsFrom(17)
  const rows = Array.from({ length: 8 }, () => Array.from({ length: 4 }, () => digits(4)).join(' | '))
  t.deepEqual(types(['4111 | 1111 | 1111 | 1111', ...rows].join('\n')), [])
  t.deepEqual(types('4111 | 1111 | 1111 | 1111'), ['CREDIT_CARD'])
  const sales = [
    '\tQ1\tQ2\tQ3\tQ4',
    'Nord\t4111\t1111\t1111\t1111',
    'West\t812\t944\t1018\t-33',
    'Ost\t1,201\t77\t88.5\t12',
  ]
  t.deepEqual(types(sales.join('\n')), [])
  t.deepEqual(types('nord,4111,1111,1111,1111\nwest,812,944,1018,-33\nost,1201,77,88.5,12'), [])
  t.deepEqual(types(sales.slice(0, 2).join('\n')), ['CREDIT_CARD'])
})

test('signs, fractions and losses are no phones, accounts and secrets', (t) => {
  t.deepEqual(types('wbtka +73231.17 -1.212 (0.848)\nmigqx +2679039082 -106.30776 (1,090,874.8)'), [])
  t.deepEqual(types('Charges (395,033,426)\nProduits (88,159,661) -\nEBITDA (367) 551-2024 7,451,536 (950,170)'), [])
  t.deepEqual(types('(jhya)105 TJ ET\nBT /F1 9 Tf 1 0 0 1 43.05418581 652.75535814 Tm [(ihge)292'), [])
  t.deepEqual(types('luopwd==6.6.20 \\\n    --hash=sha256:41200'), [])
  t.deepEqual(types('commit: kcbnpwd\n8d959bf61cb3a1a4bb1e9e9a68cbca91cc8c7c83 73020d50'), [])
  t.deepEqual(types('call (367) 551-2024'), ['PHONE'])
  t.deepEqual(types('dbpwd=Wdzviak9'), ['SECRET'])
})

test('the heads of other columns say nothing against the first row', (t) => {
  t.deepEqual(
    types(
      'id,created,SSN,amount,score\n64402499,1611026040,525-56-5633,866.32,0.9094\n64402500,1611026041,405-28-5841,8.1,0.1',
    ),
    ['SSN', 'SSN'],
  )
  t.deepEqual(types('tel;order\n0612345678;5\n0698434020;7'), ['PHONE', 'PHONE'])
})
