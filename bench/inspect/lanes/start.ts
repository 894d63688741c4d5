import { join } from 'node:path'
import { openAuthority } from '../../../certs/authority.ts'
import { Child } from '../../child.ts'
import { Program } from '../../program.ts'
import type { LaneName } from '../options.ts'
import type { Lane, LaneOptions } from './lane.ts'
import { buildProgram, type ProgramName } from './programs.ts'
import { startWeir } from './weir.ts'

/** @param started is told of the process at once, so that it is stopped even when it never becomes ready */
export async function startLane(
  name: LaneName,
  options: LaneOptions,
  started: (child: Child | Program) => void,
): Promise<Lane> {
  switch (name) {
    case 'weir':
    case 'weir-h2':
      return { name, ...(await startWeir(options, started, { WEIR_ANSWERS: options.answers ?? 'on' }, name)) }
    case 'hudsucker':
    case 'goproxy':
      return await startProgram(name, name, [], options, started)
    case 'hudsucker-forward':
      return await startProgram(name, 'hudsucker', ['--forward'], options, started)
    default: {
      const child = new Child(name, `bench/inspect/lanes/${name}.ts`, { args: [JSON.stringify(options)] })
      started(child)
      return { name, child, ...(await child.answer<Pick<Lane, 'port' | 'caPem'>>()) }
    }
  }
}

async function startProgram(
  name: LaneName,
  program: ProgramName,
  flags: readonly string[],
  { folder, upstreamPort }: LaneOptions,
  started: (child: Program) => void,
): Promise<Lane> {
  const file = buildProgram(program)
  const own = join(folder, name)
  const caPem = openAuthority(own, () => new Date()).certificatePem
  const files = [join(own, 'ca.pem'), join(own, 'ca.key'), join(folder, 'upstream-ca.pem')]
  const child = new Program(name, file, [...files, String(upstreamPort), ...flags])
  started(child)
  const [, port] = await child.output(/listening on (\d+)/)
  return { name, child, port: Number(port), caPem }
}
