import type { Draw } from '../draw.ts'
import type { Source } from '../source.ts'
import { instant, iso, microseconds, nanoseconds } from './instants.ts'

const separatorOf = (draw: Draw) => draw.pick(['\n', ', ', ',', '\t', ' ', '","', '\n- ', ';', ' | '])

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function identifiers(draw: Draw): string {
  const format = draw.pick([
    () => draw.uuid(),
    () => draw.uuid().replaceAll('-', ''),
    () => draw.hex(draw.pick([7, 12, 24, 32, 40, 64])),
    () => draw.times(26, () => CROCKFORD[draw.below(32)]).join(''),
    () => draw.digits(draw.between(17, 20)),
    () => draw.digits(draw.between(8, 12)),
    () => draw.digits(draw.between(13, 16)),
    () => `sha256:${draw.hex(64)}`,
    () => `W/"${draw.hex(8)}-${draw.base64(27)}"`,
    () => `v${draw.below(30)}.${draw.below(99)}.${draw.below(9999)}+build.${draw.digits(8)}`,
    () => `1.2.840.${draw.digits(6)}.${draw.digits(3)}.${draw.digits(2)}.${draw.digits(9)}.${draw.digits(14)}`,
    () => `00-${draw.hex(32)}-${draw.hex(16)}-01`,
    () => `arn:aws:states:eu-west-3:${draw.digits(12)}:execution:${draw.uuid()}`,
    () => `10.${draw.digits(4)}/s${draw.digits(5)}-0${draw.digits(2)}-${draw.digits(5)}-${draw.below(9)}`,
    () => `arXiv:${draw.digits(4)}.${draw.digits(5)}v${draw.below(9)} PMID ${draw.digits(8)} PMC${draw.digits(7)}`,
    () => `${draw.letters(6)}_${draw.digits(10)}_${draw.digits(6)}`,
  ])
  return draw.times(150, format).join(separatorOf(draw))
}

/** Ids and cursors in the JSON that services answer. */
function references(draw: Draw): string {
  const item = draw.pick<() => object>([
    () => ({
      id: draw.digits(18),
      next_cursor: draw.digits(16),
      seed: Number(draw.digits(15)),
      ts: instant(draw),
      cursor: draw.base64(24),
    }),
    () => ({
      id: Number(draw.digits(10)),
      parent_id: Number(draw.digits(10)),
      created: instant(draw) / 1000,
      lat: draw.normal(48, 1),
      lon: draw.normal(2, 1),
    }),
    () => ({
      node_id: `MDQ6${draw.base64(12)}`,
      id: Number(draw.digits(9)),
      size: draw.below(1e9),
      sha: draw.hex(40),
      run_id: Number(draw.digits(11)),
      check_suite_id: Number(draw.digits(11)),
    }),
    () => ({
      _id: { $oid: draw.hex(24) },
      n: { $numberLong: draw.digits(draw.between(13, 19)) },
      at: { $date: { $numberLong: String(instant(draw)) } },
      v: { $numberDouble: String(draw.float()) },
    }),
    () => ({
      offset: draw.digits(14),
      partition: draw.below(64),
      highWatermark: draw.digits(15),
      epoch: Number(draw.digits(16)),
      checksum: Number(draw.digits(10)),
    }),
    () => ({
      seqno: draw.digits(16),
      block: Number(draw.digits(13)),
      version: draw.digits(19),
      nonce: Number(draw.digits(16)),
      size: draw.digits(14),
    }),
  ])
  return JSON.stringify({ data: draw.times(25, item), has_more: true, total: draw.digits(6) }, null, draw.pick([0, 2]))
}

function times(draw: Draw): string {
  const at = instant(draw)
  const near = () => at + draw.below(1e9)
  const format = draw.pick([
    () => String(Math.floor(near() / 1000)),
    () => String(near()),
    () => `${near()}${draw.digits(3)}`,
    () => `${near()}${draw.digits(6)}`,
    () => String(near() / 1000),
    () => `${Math.floor(near() / 1000)}.${draw.digits(9)}`,
    () => String(BigInt(near()) * 10_000n + 621_355_968_000_000_000n),
    () => String(BigInt(near()) * 10_000n + 116_444_736_000_000_000n),
    () => new Date(near()).toISOString().replaceAll(/[-:TZ.]/g, ''),
    () => iso(draw),
    () => String(near() / 86_400_000 + 25_569),
    () => String(near() / 86_400_000 + 2_440_587.5),
    () => `${microseconds(draw)} ${nanoseconds(draw)}`,
    () =>
      `${draw.between(10, 23)}:${draw.between(10, 59)}:${draw.between(10, 59)},${draw.digits(3)} --> ${draw.between(10, 23)}:${draw.between(10, 59)}:${draw.between(10, 59)},${draw.digits(3)}`,
    () =>
      `date=${draw.between(10, 28)}.${draw.between(10, 12)}.20${draw.between(10, 30)} ${draw.between(10, 28)}-${draw.between(10, 12)}-${draw.between(10, 30)}`,
  ])
  return draw.times(150, format).join(separatorOf(draw))
}

/** With the check digit of GS1: weights of three and one from the right. */
function gs1(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return digits + ((10 - (sum % 10)) % 10)
}

/** Codes of goods, parcels and orders. */
function goods(draw: Draw): string {
  const format = draw.pick([
    () => gs1(`97${draw.pick(['8', '9'])}${draw.digits(9)}`),
    () => gs1(`${draw.pick(['30', '34', '37', '40', '54', '76', '87'])}${draw.digits(10)}`),
    () => gs1(draw.digits(13)),
    () => gs1(draw.digits(17)),
    () => gs1(draw.digits(11)),
    () => `978-2-${draw.digits(2)}-${draw.digits(6)}-${draw.digits(1)}`,
    () => `ORD-2026-${draw.digits(8)}`,
    () => `SKU ${draw.digits(5)}-${draw.digits(3)} qty ${draw.digits(2)} lot ${draw.digits(10)}`,
    () => `6A${draw.digits(11)}`,
    () => `1Z${draw.hex(6).toUpperCase()}${draw.digits(10)}`,
    () => `94${draw.digits(20)}`,
    () => `${draw.digits(draw.between(5, 7))}-${draw.digits(2)}-${draw.digits(1)}`,
    () => `ISSN ${draw.digits(4)}-${draw.digits(4)}`,
    () => `INV${draw.digits(9)};${draw.digits(10)};${draw.digits(3)},${draw.digits(2)}`,
    () => `${draw.digits(4)}.${draw.digits(2)}.${draw.digits(2)}.${draw.digits(2)}`,
  ])
  const head = draw.pick(['', 'isbn', 'ean', 'gtin', 'order_id', 'reference', 'Réf.', 'no', 'code'])
  return [head, ...draw.times(140, format)].join(separatorOf(draw))
}

/** What programs call keys and tokens and what opens nothing. */
function harmlessKeys(draw: Draw): string {
  const member = draw.pick([
    () => `"cache_key":"${draw.hex(draw.pick([32, 40, 64]))}"`,
    () => `"partitionKey":"${draw.pick(['order', 'device', 'event'])}#${draw.digits(12)}","sortKey":"${iso(draw)}"`,
    () => `"idempotency_key":"${draw.uuid()}"`,
    () => `"nextPageToken":"${Buffer.from(`{"o":${draw.digits(6)},"t":${instant(draw)}}`).toString('base64')}"`,
    () =>
      `"max_tokens":${draw.digits(5)},"tokens":[${draw.times(20, () => draw.digits(draw.between(2, 6))).join(',')}]`,
    () => `"kid":"${draw.uuid()}","x5t":"${draw.base64(27).replaceAll(/[+/]/g, '-')}"`,
    () => `"fingerprint":"SHA256:${draw.base64(43)}","digest":"sha-256=:${draw.base64(43)}=:"`,
    () => `"etag":"\\"${draw.hex(32)}-${draw.below(99)}\\"","checksum":"${draw.hex(8)}"`,
    () => `"key":"builds/${draw.digits(8)}/${draw.hex(40)}/app.tar.gz","size":${draw.digits(9)}`,
    () => `"primary_key":${draw.digits(12)},"foreign_key":${draw.digits(12)}`,
    () => `"sec-websocket-key":"${draw.base64(22)}==","sec-websocket-accept":"${draw.base64(27)}="`,
    () => `"input_tokens":${draw.digits(6)},"cache_read_input_tokens":${draw.digits(7)},"token_id":${draw.digits(9)}`,
    () => `"dedup_key":"${draw.letters(6)}-${draw.hex(16)}","hash_key":${draw.digits(19)}`,
  ])
  return `[${draw.times(12, () => `{${member()},"n":${draw.below(99)}}`).join(draw.pick([',', ',\n']))}]`
}

export const IDS: readonly Source[] = [
  { name: 'ids and hashes', make: identifiers },
  { name: 'ids in JSON', make: references },
  { name: 'timestamps', make: times },
  { name: 'codes of goods', make: goods },
  { name: 'keys that open nothing', make: harmlessKeys },
]
