import { gzipSync } from 'node:zlib'
import type { Draw } from '../draw.ts'
import { END_OF_MESSAGE, lines, type Source } from '../source.ts'
import { float } from './columns.ts'
import { instant, iso } from './instants.ts'

/** A float or a whole number, as one program writes all of its. */
function numbers(draw: Draw): () => string {
  const decimals = draw.between(1, 15)
  const length = draw.between(3, 17)
  return draw.pick([
    () => draw.normal(100, 60).toFixed(decimals),
    () => String(draw.float()),
    () => draw.digits(length),
    () => float(draw),
  ])
}

/** Tables in the markup of pages, papers, terminals and statistics. */
function markup(draw: Draw): string {
  const n = numbers(draw)
  const row = () => draw.times(draw.between(2, 5), n)
  return draw.pick([
    () =>
      lines(
        draw,
        60,
        () =>
          `<tr>${row()
            .map((cell) => `<td>${cell}</td>`)
            .join('')}</tr>`,
      ),
    () => lines(draw, 60, () => `${draw.letters(4)} & ${row().join(' & ')} \\\\`),
    () => lines(draw, 60, () => `| ${draw.letters(4)} | ${row().join(' | ')} |`),
    () =>
      lines(
        draw,
        60,
        () =>
          `│ ${row()
            .map((cell) => cell.padStart(18))
            .join(' │ ')} │`,
      ),
    () =>
      lines(draw, 60, () =>
        row()
          .map((cell) => `"${cell}"`)
          .join(','),
      ),
    () =>
      lines(
        draw,
        60,
        () =>
          `\u001b[32m${draw.letters(5)}\u001b[0m ${row()
            .map((cell) => `\u001b[36m${cell}\u001b[0m`)
            .join(' ')}`,
      ),
    () => lines(draw, 60, (index) => ` [${index * 4 + 1}] ${draw.times(4, n).join(' ')}`),
    () => lines(draw, 60, () => `<value unit="mm">${n()}</value><min>${n()}</min>`),
    () =>
      lines(
        draw,
        60,
        () =>
          `  ${draw.below(100)}%|████▌     | ${draw.digits(7)}/${draw.digits(8)} [00:12<00:15, ${draw.float() * 1e4}it/s, loss=${draw.float()}]`,
      ),
    () => lines(draw, 60, () => `- ${draw.letters(5)}: ${n()}\n  ${draw.letters(4)}: [${row().join(', ')}]`),
    () => lines(draw, 60, () => `${draw.letters(5)} = ${n()}  # ${n()}`),
    () => lines(draw, 60, () => `{${row().join(', ')}}, // ${draw.letters(4)}`),
  ])()
}

/** The same judgement is due inside what programs encode. */
function encoded(draw: Draw): string {
  const n = numbers(draw)
  const csv = () => lines(draw, 50, () => draw.times(3, n).join(','))
  const json = () => JSON.stringify(draw.times(40, () => ({ v: n(), t: instant(draw) / 1000, uptime: draw.float() })))
  return draw.pick([
    () => encodeURIComponent(csv()),
    () => encodeURIComponent(json()),
    () => csv().replaceAll('\n', '&#10;').replaceAll(',', '&#44;'),
    () => csv().replaceAll('\n', '=0D=0A').replaceAll(',', '=2C'),
    () => Buffer.from(csv()).toString('base64'),
    () => Buffer.from(json()).toString('base64url'),
    () => Buffer.from(csv()).toString('hex'),
    () => JSON.stringify(JSON.stringify(JSON.stringify({ rows: csv() }))),
    () => JSON.stringify({ rows: csv() }).replaceAll(',', '\\u002c'),
    () => `data:text/csv;base64,${Buffer.from(csv()).toString('base64')}`,
    () => JSON.stringify({ gz: gzipSync(csv(), { level: 9 }).toString('base64') }),
    () =>
      JSON.stringify({
        b: Buffer.from(JSON.stringify({ b: Buffer.from(json()).toString('base64') })).toString('base64'),
      }),
    () =>
      [...csv()]
        .map((sign) => (/[\d.]/.test(sign) ? sign : `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`))
        .join(''),
    () => csv().replaceAll('\n', '\\n').replaceAll(',', '\\t'),
  ])()
}

/** What people write about figures, in English and French. */
function prose(draw: Draw): string {
  const n = numbers(draw)
  const f = () => String(draw.normal(10, 9))
  const sentence = () =>
    draw.pick([
      () => `The mean is ${f()}, the median ${f()} and the variance ${Math.abs(draw.normal(4, 2))}.`,
      () => `Why is 0.1 + 0.2 = 0.30000000000000004 and not ${f()} here?`,
      () => `The loss went from ${f()} to ${f()} in ${draw.digits(4)} steps (seed ${draw.digits(9)}).`,
      () =>
        `La moyenne vaut ${f().replace('.', ',')} et l'écart type ${f().replace('.', ',')} sur ${draw.digits(2)} ${draw.digits(3)} mesures.`,
      () =>
        `Le total est de ${draw.digits(2)} ${draw.digits(3)} ${draw.digits(3)},${draw.digits(2)} €, contre ${draw.digits(3)}.${draw.digits(3)}.${draw.digits(3)} l'an dernier.`,
      () => `Convert ${draw.digits(13)} ms to a date; it should be ${iso(draw)}.`,
      () => `Point (${f()}, ${f()}) is ${f()} km from (${f()}, ${f()}).`,
      () => `It failed at offset ${draw.digits(draw.between(8, 14))} with status ${draw.digits(3)} after ${f()} s.`,
      () => `Our table has ${draw.digits(draw.between(6, 12))} rows and grows by ${n()} a day.`,
      () => `pi is 3.14159265358979323846 and e is 2.71828182845904523536, so the ratio is ${f()}.`,
      () => `Commit ${draw.hex(40)} changed the timeout from ${draw.digits(5)} to ${draw.digits(6)}.`,
    ])()
  return draw.times(20, sentence).join(draw.pick([' ', '\n', '\n\n']))
}

/** One short message, in which no other figure says what its figures are. */
function single(draw: Draw): string {
  const f = () => String(draw.float() * 10 ** draw.between(0, 3))
  return draw.pick([
    () => `{"uptime":${draw.float()}}`,
    () => `The mean is ${f()}`,
    () => `{"ts":${instant(draw)},"value":${f()},"seq":${draw.digits(12)}}`,
    () => `{"lat":${draw.normal(48, 2)},"lon":${draw.normal(2, 2)}}`,
    () => `took ${f()} ms`,
    () => `x = ${f()}, y = -${f()}, z = ${f()}e-${draw.between(2, 12)}`,
    () => `{"next_cursor":"${draw.digits(16)}"}`,
    () => `{"seed":${draw.digits(15)},"temperature":${draw.float()}}`,
    () => `at ${iso(draw)} offset=${draw.digits(14)} lag=${draw.digits(4)}`,
    () => `{"id":"${draw.digits(18)}","version":${draw.digits(13)}}`,
    () => `process_resident_memory_bytes ${draw.digits(9)}`,
    () => `[${f()}, ${f()}, ${f()}]`,
    () => `accuracy ${f()} (${draw.digits(4)}/${draw.digits(5)})`,
    () => `sha256:${draw.hex(64)}`,
    () => `np.float64(${f()})`,
    () => `error at 0x${draw.hex(12)}, ticks ${draw.digits(18)}`,
  ])()
}

/** What somebody says who feeds figures to a model, message by message. */
function conversation(draw: Draw): string {
  const figure = draw.pick<() => string>([
    () => String(draw.normal(10, 5)),
    () => draw.digits(draw.between(1, 6)),
    () => `run step ${draw.digits(2)}`,
    () => `${draw.digits(4)} ${draw.digits(4)}`,
    () => draw.times(5, () => draw.digits(draw.between(2, 6))).join('\n'),
    () => `${draw.digits(3)} passed in ${draw.float()}s`,
    () => draw.hex(12),
    () => `x${draw.digits(2)}=${draw.digits(7)}`,
    () => `${draw.digits(2)} ${draw.digits(2)}`,
  ])
  const filler = draw.pick(['next', 'and now?'])
  return draw.times(12, () => (draw.isOneIn(4) ? filler : figure())).join(END_OF_MESSAGE)
}

export const WRITTEN: readonly Source[] = [
  { name: 'numbers in markup', make: markup },
  { name: 'encoded numbers', make: encoded },
  { name: 'prose about figures', make: prose },
  { name: 'single figures', make: single },
  { name: 'conversations of figures', make: conversation, isConversation: true },
]
