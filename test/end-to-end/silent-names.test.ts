import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { throughProxy } from '../support/dispatchers.ts'
import { once } from '../support/once.ts'
import { testWith } from '../support/optional.ts'
import { ask } from '../support/prompts.ts'
import { startSilentNameServer } from '../support/silent-name-server.ts'
import { temporaryFolder } from '../support/temp.ts'
import { startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { listen, until } from '../support/wire.ts'

const OPENAI = 'api.openai.com'
const SILENT = 16
const NAME_SERVER = '127.53.0.1'
/** Longer than the test: the system itself must not give up. */
const PATIENCE_S = 30

/** Runs a command with name servers of its own: /etc/resolv.conf is another file for it. */
const withResolver = (file: string) =>
  ['unshare', '--mount', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"', file] as const

/** Only root may have port 53, and a file system of its own where the kernel lets it. */
const asRoot = testWith(test, {
  command: 'sudo npm test -- test/end-to-end/silent-names.test.ts',
  isThere: () => {
    const [unshare, ...args] = withResolver('/dev/null')
    return process.getuid?.() === 0 && spawnSync(unshare, [...args, 'true']).status === 0
  },
})

async function tunnel(t: ExecutionContext, weir: Weir, authority: string, localAddress: string): Promise<Socket> {
  const socket = connect({ port: weir.proxyPort, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  t.teardown(() => socket.destroy())
  await once(socket, 'connect')
  socket.write(`CONNECT ${authority} HTTP/1.1\r\n\r\n`)
  return socket
}

const socketsOf = (weir: Weir) => weir.metric('weir_proxy_nodejs_active_resources', { type: 'TCPSocketWrap' })
const lookupsOf = (weir: Weir) => weir.metric('weir_proxy_nodejs_active_resources', { type: 'GetAddrInfoReqWrap' })

asRoot('names whose server is silent delay no other look-up and no prompt, and leave nothing behind', async (t) => {
  const names = await startSilentNameServer(t, NAME_SERVER)
  const file = join(temporaryFolder(t), 'resolv.conf')
  writeFileSync(file, `nameserver ${NAME_SERVER}\noptions timeout:${PATIENCE_S} attempts:1\n`)
  const upstream = await startUpstream(t, { hosts: [OPENAI] })
  const { port } = await listen(t, (socket) => socket.on('error', () => {}))
  // As many threads as Node has of its own accord; the launcher gives more.
  for (const threads of ['4', '64']) {
    const weir = await startWeir(t, {
      upstreams: { [OPENAI]: upstream },
      env: {
        UV_THREADPOOL_SIZE: threads,
        WEIR_LOOKUP_TIMEOUT_MS: '60000',
        WEIR_ADMISSION_WAIT_MS: '60000',
        WEIR_DESTINATION_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
      },
      through: withResolver(file),
    })
    const client = throughProxy(t, weir)
    t.is((await ask(client, 'before')).status, 200)
    const before = await socketsOf(weir)
    // The tunnel of the prompt may stay open.
    const held = await weir.metric('weir_proxy_admission_held')
    const answered: string[] = []
    const silent = await Promise.all(
      Array.from({ length: SILENT }, (_, n) => tunnel(t, weir, `name-${threads}-${n}.example:443`, '127.0.0.1')),
    )
    for (const socket of silent) socket.on('data', (chunk: Buffer) => answered.push(chunk.toString('latin1')))
    await until(
      () => names.asked() > 0,
      () => 'no name is looked up',
    )
    await until(
      async () => (await socketsOf(weir)) >= before + SILENT,
      () => 'not all of them have arrived',
    )
    const other = await tunnel(t, weir, `localhost:${port}`, '127.0.0.2')
    const [answer] = (await once(other, 'data')) as [Buffer]
    t.regex(answer.toString('latin1'), /^HTTP\/1\.1 200 /)
    t.is((await ask(client, 'meanwhile')).status, 200)
    t.is((await weir.api('GET', '/policies')).status, 200)
    t.deepEqual(answered, [], 'all the while none of the silent names had an answer')
    for (const socket of [...silent, other]) socket.destroy()
    let left: number[] = []
    await until(
      async () => {
        names.answer()
        left = [await socketsOf(weir), await lookupsOf(weir), await weir.metric('weir_proxy_admission_held')]
        return (left[0] ?? 0) <= before && left[1] === 0 && (left[2] ?? 0) <= held
      },
      () => `sockets, look-ups, held: ${left}; at first ${[before, 0, held]}`,
      45_000,
    )
    t.is(await weir.metric('weir_proxy_admission_waiting'), 0)
    t.is(await weir.stop(), 0)
  }
})
