import { gzipSync } from 'node:zlib'
import type { Draw } from '../draw.ts'
import { lines, type Source } from '../source.ts'
import { iso } from './instants.ts'

function minified(draw: Draw): string {
  const name = () => draw.letters(draw.between(1, 2))
  const statements = [
    () => `var ${name()}=${draw.float()},${name()}=${draw.digits(draw.between(1, 16))};`,
    () =>
      `function ${name()}(${name()},${name()}){return ${name()}*${draw.float().toFixed(12)}+${draw.digits(10)}>>>0}`,
    () => `${name()}.push(${draw.digits(10)},0x${draw.hex(8)},-${draw.digits(9)},${draw.digits(9)});`,
    () =>
      `${draw.below(9999)}:(e,t,n)=>{n.d(t,{${name()}:()=>${name()}});const r=n(${draw.digits(5)}),o="${draw.hex(20)}"},`,
    () => `a=${name()}(a,b,c,d,x[${name()}+${draw.below(16)}],${draw.below(22)},-${draw.digits(draw.between(7, 10))}),`,
    () => `[${draw.times(12, () => draw.digits(draw.between(1, 10))).join(',')}],`,
    () =>
      `{width:${draw.digits(3)},height:${draw.digits(3)},d:"M${draw.float()} ${draw.float()}l-${draw.float().toFixed(3)} ${draw.float()}"},`,
  ] as const
  const kinds = draw.times(draw.between(1, 3), () => draw.pick(statements))
  return draw.times(120, () => draw.pick(kinds as [() => string])()).join('')
}

const VLQ = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function bundles(draw: Draw): string {
  const segment = () => draw.times(draw.pick([1, 4, 5]), () => VLQ[draw.below(64)]).join('')
  return draw.pick([
    () => `{"version":3,"sources":["a.ts"],"mappings":"${draw.times(900, segment).join(draw.pick([',', ';', ',']))}"}`,
    () =>
      lines(
        draw,
        40,
        () =>
          `"${draw.letters(6)}.${draw.hex(8)}.js": { "id": ${draw.digits(5)}, "hash": "${draw.hex(20)}", "size": ${draw.digits(7)}, "time": ${draw.float()} },`,
      ),
    () =>
      lines(
        draw,
        50,
        () =>
          ` ${draw.hex(16)} <+${draw.digits(4)}>:\t${draw.times(6, () => draw.hex(2)).join(' ')}\tmov    0x${draw.hex(6)}(%rip),%rax`,
      ),
    () =>
      lines(
        draw,
        60,
        () =>
          `  i32.const ${draw.pick(['', '-'])}${draw.digits(draw.between(1, 10))}\n  i64.const ${draw.digits(draw.between(9, 19))}\n  f64.const 0x1.${draw.hex(12)}p+${draw.digits(1)} (;=${draw.float()};)`,
      ),
    () => lines(draw, 60, () => `\t.quad\t${draw.digits(draw.between(9, 19))}\n\t.long\t${draw.digits(10)}`),
    () =>
      lines(
        draw,
        50,
        () =>
          `  %${draw.digits(3)} = fmul double %${draw.digits(3)}, 0x${draw.hex(16).toUpperCase()}, !dbg !${draw.digits(5)}`,
      ),
    () =>
      lines(
        draw,
        50,
        () =>
          `static const uint32_t T[${draw.digits(3)}] = { ${draw.times(6, () => `${draw.digits(10)}u`).join(', ')} };`,
      ),
    () =>
      lines(
        draw,
        50,
        () =>
          `[assembly: AssemblyFileVersion("${draw.digits(2)}.0.${draw.digits(5)}.${draw.digits(5)}")] // ${iso(draw)}`,
      ),
  ])()
}

function lockFiles(draw: Draw): string {
  const version = () => `${draw.below(20)}.${draw.below(40)}.${draw.below(30)}`
  return draw.pick([
    () =>
      lines(draw, 18, () => {
        const [name, v] = [draw.letters(8), version()]
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
        40,
        () =>
          `github.com/${draw.letters(6)}/${draw.letters(8)} v${version()}-2026${draw.between(10, 12)}${draw.between(10, 28)}${draw.digits(6)}-${draw.hex(12)} h1:${draw.base64(43)}=`,
      ),
    () =>
      lines(
        draw,
        40,
        () => `    {file = "${draw.letters(6)}-${version()}-py3-none-any.whl", hash = "sha256:${draw.hex(64)}"},`,
      ),
    () =>
      lines(
        draw,
        30,
        () =>
          `"${draw.letters(6)}@^${version()}":\n  version "${version()}"\n  resolved "https://registry.yarnpkg.com/x/-/x-1.tgz#${draw.hex(40)}"\n  integrity sha512-${draw.base64(86)}==\n`,
      ),
    () =>
      lines(
        draw,
        30,
        () =>
          `${draw.letters(6)}==${version()} \\\n    --hash=sha256:${draw.hex(64)} \\\n    --hash=sha256:${draw.hex(64)}`,
      ),
    () =>
      JSON.stringify(
        {
          _meta: { hash: { sha256: draw.hex(64) } },
          default: Object.fromEntries(
            draw.times(12, () => [
              draw.letters(7),
              { hashes: draw.times(3, () => `sha256:${draw.hex(64)}`), version: `==${version()}` },
            ]),
          ),
        },
        null,
        4,
      ),
    () =>
      lines(
        draw,
        40,
        () =>
          `/${draw.letters(6)}/${version()}_${draw.letters(5)}@${version()}: {integrity: sha512-${draw.base64(86)}==, dev: true, size: ${draw.digits(8)}}`,
      ),
  ])()
}

function hexDumps(draw: Draw): string {
  const bytes = (count: number, separator: string) => draw.times(count, () => draw.hex(2)).join(separator)
  return draw.pick([
    () =>
      lines(
        draw,
        60,
        (row) => `${(row * 16).toString(16).padStart(8, '0')}  ${bytes(8, ' ')}  ${bytes(8, ' ')}  |................|`,
      ),
    () =>
      lines(
        draw,
        60,
        (row) =>
          `${(row * 16).toString(16).padStart(8, '0')}: ${draw.times(8, () => draw.hex(4)).join(' ')}  ................`,
      ),
    () => lines(draw, 60, () => `${String(draw.below(10_000_000_000)).padStart(10, '0')} 00000 n`),
    () => `{ ${draw.times(900, () => `0x${draw.hex(2)}`).join(', ')} }`,
    () => draw.times(1600, () => String(draw.below(256))).join(draw.pick([', ', ' ', ',', '-', '.'])),
    () =>
      lines(
        draw,
        60,
        (row) =>
          `${(row * 16).toString(8).padStart(7, '0')} ${draw.times(8, () => String(draw.below(65_536)).padStart(6, '0')).join(' ')}`,
      ),
    () =>
      lines(draw, 60, () => `:10${draw.hex(6).toUpperCase()}${draw.hex(32).toUpperCase()}${draw.hex(2).toUpperCase()}`),
    () =>
      lines(
        draw,
        60,
        () =>
          `${draw.times(4, () => draw.hex(16)).join(' ')} ${draw.times(4, () => String(draw.below(256)).padStart(3, '0')).join(' ')}`,
      ),
    () => lines(draw, 60, () => draw.times(8, () => `${draw.hex(2)}:${draw.hex(2)}`).join(':')),
    () => lines(draw, 60, () => draw.times(64, () => String(draw.below(2))).join('')),
  ])()
}

function base64(draw: Draw): string {
  const packed = () => gzipSync(draw.times(400, () => draw.normal(0, 9)).join(','), { level: 9 }).toString('base64')
  return draw.pick([
    () => `data:image/png;base64,${draw.base64(6000)}==`,
    () => lines(draw, 60, () => draw.base64(76)),
    () => JSON.stringify({ checkpoint: packed(), format: 'gzip' }),
    () =>
      Buffer.from(JSON.stringify({ values: draw.times(200, () => draw.normal(0, 100)), at: iso(draw) })).toString(
        'base64',
      ),
    () => lines(draw, 60, () => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${draw.base64(43)}`),
    () => lines(draw, 30, () => `<script nonce="${draw.base64(22)}" integrity="sha384-${draw.base64(64)}"></script>`),
    () =>
      JSON.stringify({
        inner: JSON.stringify({
          inner: JSON.stringify({
            floats: draw.times(150, () => draw.normal(0, 1)),
            seq: draw.times(30, () => draw.digits(13)),
          }),
        }),
      }),
    () => draw.times(60, () => `"${draw.base64(draw.between(8, 40))}"`).join(',\n'),
  ])()
}

function gitLogs(draw: Draw): string {
  return draw.pick([
    () =>
      lines(
        draw,
        90,
        () =>
          `${draw.hex(draw.pick([7, 8, 12]))} ${draw.pick(['core', 'api', 'docs'])}: ${draw.letters(8)} ${draw.letters(5)} (#${draw.digits(4)})`,
      ),
    () =>
      lines(
        draw,
        25,
        () =>
          `commit ${draw.hex(40)}\nDate:   Tue Mar 1${draw.below(9)} 10:${draw.between(10, 59)}:00 2026 +0100\n\n    ${draw.letters(8)} ${draw.letters(6)}\n\n ${draw.digits(3)} files changed, ${draw.digits(4)} insertions(+), ${draw.digits(3)} deletions(-)`,
      ),
    () => lines(draw, 60, () => `${draw.hex(40)} blob ${draw.digits(7)} ${draw.digits(6)} ${draw.digits(10)}`),
    () =>
      lines(
        draw,
        40,
        () =>
          `diff --git a/${draw.letters(6)}.csv b/${draw.letters(6)}.csv\nindex ${draw.hex(10)}..${draw.hex(10)} 100644\n@@ -${draw.digits(4)},${draw.digits(2)} +${draw.digits(4)},${draw.digits(2)} @@\n-${draw.normal(5, 2)},${draw.digits(12)}\n+${draw.normal(5, 2)},${draw.digits(12)}`,
      ),
    () =>
      lines(
        draw,
        60,
        () =>
          `${draw.hex(40)} ${draw.hex(40)} ci ${Math.floor(draw.between(1_600_000_000, 1_800_000_000))} +0100\tcommit: ${draw.letters(7)}`,
      ),
    () =>
      lines(
        draw,
        60,
        () =>
          `100644 blob ${draw.hex(40)} ${draw.digits(7).padStart(8)}\tdata/${draw.digits(8)}/${draw.letters(5)}_${draw.digits(10)}.json`,
      ),
  ])()
}

export const CODE: readonly Source[] = [
  { name: 'minified code', make: minified },
  { name: 'bundles and assembly', make: bundles },
  { name: 'lock files', make: lockFiles },
  { name: 'hex dumps', make: hexDumps },
  { name: 'base64', make: base64 },
  { name: 'git logs', make: gitLogs },
]
