import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import test from 'ava'
import { ROOT } from './dockerfile.ts'
import { table } from './sizes-table.ts'

test('figures of images are a table of Markdown, in MB and seconds', (t) => {
  const bytes = { packages: 87_800_000, console: 0, code: 3_250_000, added: 91_050_000, node: 149_700_000 }
  t.is(
    table([{ image: 'weir-proxy', ...bytes, firstStart: 1275, start: 904 }]).split('\n')[2],
    '| weir-proxy | 87.8 MB | 0.0 MB | 3.3 MB | 91.0 MB | 149.7 MB | 1.27 s | 0.90 s |',
  )
})

test('npm run image-sizes says what it does, and what it does not take', (t) => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(ROOT, 'test/containers/image-sizes.ts'), ...args], { encoding: 'utf8' })
  const help = run('--help')
  t.is(help.status, 0)
  t.regex(help.stdout, /^Usage: npm run image-sizes/)
  t.is(run('--start', '5').status, 2)
  t.is(run('--starts', 'many').status, 2)
})
