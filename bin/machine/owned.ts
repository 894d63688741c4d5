import type { LabelledSpan, LabelledText } from '../../core/inspect/evaluation.ts'
import type { Draw } from './draw.ts'
import { lines } from './source.ts'
import { bareValue, groupedValue, type OwnedType } from './values.ts'

/** A place in data that machines write where values do belong to people, and must be found. */
export interface OwnedContext {
  readonly name: string
  /** The values are between marks, which `labelled` takes out. */
  make(draw: Draw, type: OwnedType): string
}

/** What programs call such a column or member. */
const LABELS: Readonly<Record<OwnedType, readonly [string, ...string[]]>> = {
  CREDIT_CARD: ['pan', 'card', 'card_number', 'cardNumber', 'credit_card', 'numero_carte', 'CARD_NO'],
  IBAN: ['iban', 'IBAN', 'customer_iban', 'bank_account'],
  NIR: ['nir', 'NIR', 'numero_secu', 'num_secu', 'numero_securite_sociale'],
  PHONE: ['phone', 'tel', 'telephone', 'mobile', 'phone_number', 'phoneNumber', 'portable', 'Tel'],
  SIRET: ['siret', 'SIRET', 'siret_number', 'numero_siret'],
  SSN: ['ssn', 'SSN', 'social_security_number', 'us_ssn'],
}

/** What people call it. */
const WORDS: Readonly<Record<OwnedType, readonly [string, ...string[]]>> = {
  CREDIT_CARD: ['My card number is', 'carte bancaire', 'refund the card', 'CB'],
  IBAN: ['IBAN', 'virement sur le compte', 'pay it to'],
  NIR: ['numéro de sécurité sociale', 'NIR', 'n° sécu', 'assurée'],
  PHONE: ['call me at', 'appelle-moi au', 'Tél.', 'my phone:'],
  SIRET: ['SIRET', 'notre société, SIRET', 'company number (siret)'],
  SSN: ['SSN', 'my social security number is', 'social security no.'],
}

const OPEN = '\ue000'
const CLOSE = '\ue001'
const marked = (value: string) => `${OPEN}${value}${CLOSE}`
const bare = (draw: Draw, type: OwnedType) => marked(bareValue(draw, type))
const grouped = (draw: Draw, type: OwnedType) => marked(groupedValue(draw, type))

/** Takes the marks out of a text, and says where the values were. */
export function labelled(text: string, type: OwnedType): LabelledText {
  const spans: LabelledSpan[] = []
  let plain = ''
  for (const piece of text.split(OPEN)) {
    const [value = '', after] = piece.split(CLOSE)
    if (after !== undefined) spans.push({ type, start: plain.length, end: plain.length + value.length })
    plain += value + (after ?? '')
  }
  return { text: plain, spans }
}

function table(draw: Draw, type: OwnedType, separator: string, isPadded = false): string {
  const rows = [
    ['id', 'created', draw.pick(LABELS[type]), 'amount', 'score', 'points'],
    ...draw.times(20, () => record(draw, bare(draw, type))),
  ]
  return `${rows.map((row) => row.map((cell) => (isPadded ? cell.padEnd(24) : cell)).join(separator)).join('\n')}\n`
}

const record = (draw: Draw, value: string) => [
  draw.digits(8),
  String(draw.between(1_600_000_000, 1_800_000_000)),
  value,
  draw.normal(900, 100).toFixed(2),
  String(draw.float()),
  draw.digits(5),
]

const object = (draw: Draw, type: OwnedType) => ({
  id: draw.digits(18),
  ts: draw.between(1_600_000_000_000, 1_800_000_000_000),
  [draw.pick(LABELS[type])]: bare(draw, type),
  uptime: draw.float(),
  cursor: draw.digits(16),
})

export const OWNED_CONTEXTS: readonly OwnedContext[] = [
  { name: 'CSV of customers', make: (draw, type) => table(draw, type, draw.pick([',', ';', '\t', '|'])) },
  { name: 'table of a terminal', make: (draw, type) => table(draw, type, ' | ', true) },
  {
    name: 'JSON records',
    make: (draw, type) =>
      JSON.stringify(
        draw.times(10, () => object(draw, type)),
        null,
        draw.pick([0, 2]),
      ),
  },
  { name: 'one JSON record', make: (draw, type) => JSON.stringify(object(draw, type)) },
  {
    name: 'JSON in a string',
    make: (draw, type) => JSON.stringify({ body: JSON.stringify(object(draw, type)), seq: draw.below(999) }),
  },
  {
    name: 'SQL inserts',
    make: (draw, type) =>
      lines(draw, 10, () => {
        const columns = `id, created, ${draw.pick(LABELS[type])}, amount`
        const values = `${draw.digits(7)}, ${draw.digits(10)}, '${bare(draw, type)}', ${draw.normal(90, 9)}`
        return `INSERT INTO customers (${columns}) VALUES (${values});`
      }),
  },
  {
    name: 'logs with labels',
    make: (draw, type) =>
      lines(draw, 8, () => {
        const label = `${draw.pick(LABELS[type])}${draw.pick(['=', ': ', '='])}`
        return `2026-03-1${draw.below(9)}T10:00:00Z INFO req=${draw.hex(16)} took=${draw.float()} ${label}${bare(draw, type)} seq=${draw.digits(12)}`
      }),
  },
  {
    name: 'YAML and XML',
    make: (draw, type) => {
      const label = draw.pick(LABELS[type])
      return draw.pick([
        () =>
          lines(draw, 8, () => `- id: ${draw.digits(9)}\n  ${label}: "${bare(draw, type)}"\n  score: ${draw.float()}`),
        () => lines(draw, 8, () => `<row><id>${draw.digits(9)}</id><${label}>${bare(draw, type)}</${label}></row>`),
      ])()
    },
  },
  {
    name: 'prompts',
    make: (draw, type) =>
      `The mean is ${draw.normal(36, 5)}. ${draw.pick(WORDS[type])} ${draw.pick([bare, grouped])(draw, type)}, thanks.`,
  },
  {
    name: 'in groups without a label',
    make: (draw, type) =>
      lines(draw, 6, () => `${draw.digits(6)} ${draw.float()} ok ${grouped(draw, type)} end ${draw.hex(12)}`),
  },
  {
    name: 'rows without a head',
    make: (draw, type) => table(draw, type, draw.pick([',', ';', '\t', '|'])).replace(/^.*\n/, ''),
  },
  {
    name: 'JSON numbers',
    make: (draw, type) => JSON.stringify(object(draw, type)).replace(/"(\ue000[0-9]+\ue001)"/, '$1'),
  },
  {
    name: 'code and queries',
    make: (draw, type) => {
      const label = draw.pick(LABELS[type])
      return lines(draw, 6, () =>
        draw.pick([
          () => `const ${label} = "${bare(draw, type)}", retries = ${draw.digits(2)}`,
          () => `{'id': ${draw.digits(12)}, '${label}': '${bare(draw, type)}', 'score': ${draw.float()}}`,
          () => `GET /v1/customers?${label}=${bare(draw, type)}&page=${draw.digits(2)}&_=${draw.digits(13)}`,
          () => `{"key":"customer.${label}","value":{"stringValue":"${bare(draw, type)}"}}`,
        ])(),
      )
    },
  },
  {
    name: 'invoices',
    make: (draw, type) => {
      const amount = () => `${draw.digits(draw.between(1, 3))} ${draw.digits(3)},${draw.digits(2)}`
      const rows = () => lines(draw, 8, () => `Article ${draw.digits(5)}  ${draw.digits(2)}  ${amount()}  ${amount()}`)
      return `${rows()}${draw.pick(WORDS[type])} ${draw.pick([bare, grouped])(draw, type)}\nTotal ${amount()} €\n${rows()}`
    },
  },
  { name: 'a column of nothing else', make: (draw, type) => lines(draw, 20, () => bare(draw, type)) },
]
