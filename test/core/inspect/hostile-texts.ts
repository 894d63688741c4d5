import fc from 'fast-check'

/** What makes rules, views and decoders start: values, labels, and every kind of disguise. */
const PIECES = [
  ...['4111 1111 1111 1111', 'marie.dupont@orange.fr', '+33 6 12 34 56 78', '06 12 34 56 78', '1 85 05 78 006 084 91'],
  ...['FR76 3000 6000 0112 3456 7890 189', '192.168.1.1', '2001:db8::1', 'Jean Dupont', 'Dr ', 'password=', 'token: '],
  ...[
    '-----BEGIN PRIVATE KEY-----',
    '-----END PRIVATE KEY-----',
    'article L. 1234-1 du Code du travail',
    'née le 12/03/1985',
  ],
  ...[
    'one two three four five six seven eight',
    'zéro six un deux',
    ' point ',
    ' arobase ',
    '12 rue de la Paix',
    '2A ',
  ],
  ...[
    '\u200b',
    '\u0301',
    '\ud800',
    '\udc00',
    '\u0000',
    '٤',
    '４',
    '\u{1d7d2}',
    '\u{e0041}',
    '\ufe01',
    '\u202e',
    '\u202c',
    '\u2064',
  ],
  ...[
    '%41',
    '&#65;',
    '&commat;',
    '\\u0041',
    '\\x41',
    '\\u{41}',
    '=41',
    '0x41,',
    '41 ',
    '01000001 ',
    'QUJDREVGR0g=',
    '4142434445464748',
  ],
  ...[
    '"',
    "'",
    '`',
    '**',
    '__',
    '<b>',
    '<!--',
    '-->',
    '" + "',
    '\n',
    '\r\n',
    '\t',
    ' ',
    '.',
    '-',
    '@',
    ':',
    '/',
    '0',
    'a',
    'É',
    'ſ',
    'İ',
    '…',
  ],
]

const hostile = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 6 })), {
  maxLength: 40,
})
/** Any text at all, and many that wake rules and decoders. */
export const hostileTexts = fc.oneof(
  hostile.map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 400 }),
  // Lone halves of pairs, too.
  fc.array(fc.nat(0xffff), { maxLength: 200 }).map((units) => String.fromCharCode(...units)),
  fc.tuple(fc.constantFrom(...PIECES), fc.nat(3000)).map(([piece, count]) => piece.repeat(count)),
  hostile.map((pieces) => Buffer.from(Buffer.from(pieces.join('')).toString('base64')).toString('base64')),
)
