import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Agent } from 'undici'
import { runCommand, UsageError } from '../../bin/command.ts'
import { Machine } from './machine.ts'
import { buildPair, type Pair } from './pair.ts'
import { type ImageFigures, table } from './sizes-table.ts'

const USAGE = `Usage: npm run image-sizes -- [--json] [--starts N] [--compile]

Runs the steps of both Dockerfiles in clean folders, as the tests do, and prints what each image would hold in MB, unpacked,
and how long each takes from its start to the 200 of /readyz. No container engine is needed; root is, and a kernel that
lets it mount.

  --json       prints JSON: bytes and milliseconds
  --starts N   how often each starts again with the data of its first start; 5 unless given
  --compile    compiles re2, where its release cannot be downloaded, instead of taking the one that is here
`

await runCommand(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean' },
      starts: { type: 'string', default: '5' },
      compile: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return void process.stdout.write(USAGE)
  if (!/^[1-9]\d?$/.test(values.starts)) throw new UsageError('--starts takes a number from 1 to 99')
  if (!Machine.isPossible()) throw new Error('This needs root, and a kernel that lets it mount')
  const ends: (() => unknown)[] = []
  try {
    const pair = await buildPair({ teardown: (end) => void ends.push(end) }, values.compile === true)
    const figures = await measure(pair, Number(values.starts))
    process.stdout.write(values.json ? `${JSON.stringify(figures, undefined, 2)}\n` : table(figures))
  } finally {
    for (const end of ends.reverse()) await end()
  }
})

async function measure(pair: Pair, starts: number): Promise<ImageFigures[]> {
  // Whether its certificate is trusted is not what is measured, and there is none before the first start.
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  const times = { api: [] as number[], proxy: [] as number[] }
  try {
    for (let round = 0; round <= starts; round += 1) {
      pair.startApi()
      times.api.push(await pair.api.readyAfter(`${pair.origin}/readyz`, dispatcher))
      await pair.startProxy()
      times.proxy.push(await pair.proxy.readyAfter(`${pair.proxyUrl}/readyz`, dispatcher))
      for (const part of [pair.proxy, pair.api])
        if ((await part.stop()) !== 0) throw new Error(`a part did not stop well: ${part.output}`)
    }
  } finally {
    await dispatcher.close()
  }
  return [await figuresOf(pair, 'api', times.api), await figuresOf(pair, 'proxy', times.proxy)]
}

async function figuresOf({ machine, images }: Pair, name: 'api' | 'proxy', times: number[]): Promise<ImageFigures> {
  const size = (path?: string) => machine.size(images[name].root, path)
  const [added, packages, console] = [await size(), await size('/app/node_modules'), await size('/app/console')]
  const [firstStart = 0, ...again] = times
  const sorted = again.toSorted((one, other) => one - other)
  return {
    image: `weir-${name}`,
    packages,
    console,
    code: added - packages - console,
    added,
    node: statSync(process.execPath).size,
    firstStart,
    start: sorted[Math.floor(sorted.length / 2)] ?? 0,
  }
}
