import type { Draw } from './draw.ts'
import { lines, type Source } from './source.ts'

function sqlDump(draw: Draw): string {
  const row = draw.pick([
    () =>
      `(${draw.digits(7)},'2026-0${draw.between(1, 9)}-1${draw.below(9)} 10:${draw.between(10, 59)}:${draw.between(10, 59)}',${draw.normal(100, 40)},${draw.digits(draw.between(8, 18))},NULL,'${draw.hex(32)}')`,
    () => `(${draw.digits(4)}, ${draw.digits(13)}, ${draw.float()}, '${draw.uuid()}', ${draw.digits(16)})`,
    () => `(${draw.digits(5)},'SKU-${draw.digits(9)}',${draw.digits(3)}.${draw.digits(2)},0x${draw.hex(24)})`,
  ])
  return draw.pick([
    () =>
      `CREATE TABLE measures (id bigint, taken_at datetime, value double, sensor bigint);\n${lines(draw, 12, () => `INSERT INTO measures VALUES ${draw.times(8, row).join(',')};`)}`,
    () =>
      `COPY public.measures (id, sensor, value, hash, seq) FROM stdin;\n${lines(draw, 90, () => row().slice(1, -1).replaceAll(/, ?/g, '\t').replaceAll("'", ''))}\\.\n`,
  ])()
}

function minified(draw: Draw): string {
  const name = () => draw.letters(draw.between(1, 2))
  const statement = draw.pick([
    () => `var ${name()}=${draw.float()},${name()}=${draw.digits(draw.between(1, 16))};`,
    () =>
      `function ${name()}(${name()},${name()}){return ${name()}*${draw.float().toFixed(12)}+${draw.digits(10)}>>>0}`,
    () => `${name()}.push(${draw.digits(10)},0x${draw.hex(8)},-${draw.digits(9)},${draw.digits(9)});`,
    () =>
      `${draw.below(9999)}:(e,t,n)=>{n.d(t,{${name()}:()=>${name()}});const r=n(${draw.digits(5)}),o="${draw.hex(20)}"},`,
  ])
  return draw.times(250, statement).join('')
}

function lockFile(draw: Draw): string {
  const version = () => `${draw.below(20)}.${draw.below(40)}.${draw.below(30)}`
  return draw.pick([
    () =>
      lines(draw, 25, () => {
        const name = draw.letters(8)
        const v = version()
        return `    "node_modules/${name}": {\n      "version": "${v}",\n      "resolved": "https://registry.npmjs.org/${name}/-/${name}-${v}.tgz",\n      "integrity": "sha512-${draw.base64(86)}==",\n      "engines": { "node": ">=18" }\n    },`
      }),
    () =>
      lines(
        draw,
        25,
        () =>
          `[[package]]\nname = "${draw.letters(7)}"\nversion = "${version()}"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "${draw.hex(64)}"\n`,
      ),
    () =>
      lines(
        draw,
        60,
        () =>
          `github.com/${draw.letters(6)}/${draw.letters(8)} v${version()}-2026${draw.between(10, 12)}${draw.between(10, 28)}${draw.digits(6)}-${draw.hex(12)} h1:${draw.base64(43)}=`,
      ),
    () =>
      lines(
        draw,
        60,
        () => `    {file = "${draw.letters(6)}-${version()}-py3-none-any.whl", hash = "sha256:${draw.hex(64)}"},`,
      ),
    () =>
      lines(
        draw,
        40,
        () =>
          `"${draw.letters(6)}@^${version()}":\n  version "${version()}"\n  resolved "https://registry.yarnpkg.com/x/-/x-1.tgz#${draw.hex(40)}"\n  integrity sha512-${draw.base64(86)}==\n`,
      ),
  ])()
}

function dump(draw: Draw): string {
  const bytes = (count: number, separator: string) => draw.times(count, () => draw.hex(2)).join(separator)
  return draw.pick([
    () =>
      lines(
        draw,
        90,
        (row) => `${(row * 16).toString(16).padStart(8, '0')}  ${bytes(8, ' ')}  ${bytes(8, ' ')}  |................|`,
      ),
    () =>
      lines(
        draw,
        90,
        (row) =>
          `${(row * 16).toString(16).padStart(8, '0')}: ${draw.times(8, () => draw.hex(4)).join(' ')}  ................`,
      ),
    () => `data:image/png;base64,${draw.base64(6000)}==`,
    () => lines(draw, 90, () => draw.base64(76)),
    () =>
      lines(
        draw,
        90,
        () => `  ${draw.hex(6)}:\t${bytes(6, ' ')}\tmov    0x${draw.hex(6)}(%rip),%rax        # ${draw.hex(6)}`,
      ),
    () => lines(draw, 90, () => `${String(draw.below(10_000_000_000)).padStart(10, '0')} 00000 n`),
    () => `{ ${draw.times(600, () => `0x${draw.hex(2)}`).join(', ')} }`,
    () => draw.times(1200, () => String(draw.below(256))).join(draw.pick([', ', ' ', ','])),
  ])()
}

function gitLog(draw: Draw): string {
  return draw.pick([
    () =>
      lines(
        draw,
        120,
        () =>
          `${draw.hex(draw.pick([7, 8, 12]))} ${draw.pick(['core', 'api', 'docs'])}: ${draw.letters(8)} ${draw.letters(5)} (#${draw.digits(4)})`,
      ),
    () =>
      lines(
        draw,
        40,
        () =>
          `commit ${draw.hex(40)}\nDate:   Tue Mar 1${draw.below(9)} 10:${draw.between(10, 59)}:00 2026 +0100\n\n    ${draw.letters(8)} ${draw.letters(6)}\n\n index ${draw.hex(10)}..${draw.hex(10)} 100644\n ${draw.digits(3)} files changed, ${draw.digits(4)} insertions(+), ${draw.digits(3)} deletions(-)`,
      ),
    () => lines(draw, 90, () => `${draw.hex(40)} blob ${draw.digits(7)} ${draw.digits(6)} ${draw.digits(10)}`),
  ])()
}

export const FILES: readonly Source[] = [
  { name: 'SQL dumps', make: sqlDump },
  { name: 'minified code', make: minified },
  { name: 'lock files', make: lockFile },
  { name: 'hex and base64', make: dump },
  { name: 'git logs', make: gitLog },
]
