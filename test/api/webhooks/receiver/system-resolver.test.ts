import { lookup } from 'node:dns/promises'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { lookUpInHosts } from '../../../../api/webhooks/receiver/hosts-file.ts'
import { systemResolver } from '../../../../api/webhooks/receiver/system-resolver.ts'
import { type NameAnswer, startNameServer } from '../../../support/name-server.ts'
import { temporaryFolder } from '../../../support/temp.ts'

const NO_HOSTS = '/nonexistent'

async function start(t: ExecutionContext, answerFor: (name: string, type: 'A' | 'AAAA') => NameAnswer, hosts?: string) {
  const { server, asked } = await startNameServer(t, answerFor)
  const hostsFile = hosts === undefined ? NO_HOSTS : join(temporaryFolder(t), 'hosts')
  if (hosts !== undefined) writeFileSync(hostsFile, hosts)
  return { resolve: systemResolver({ servers: [server], hostsFile, timeoutMs: 250 }), asked }
}

test('a name has the addresses of both families', async (t) => {
  const { resolve } = await start(t, () => ['192.0.2.1', '192.0.2.2', '2001:db8:0:0:0:0:0:1'])
  t.deepEqual((await resolve('receiver.test')).toSorted(), ['192.0.2.1', '192.0.2.2', '2001:db8::1'])
})

test('one family is enough where the server fails at the other', async (t) => {
  const { resolve } = await start(t, (_name, type) => (type === 'A' ? ['192.0.2.1'] : 'failure'))
  t.deepEqual(await resolve('receiver.test'), ['192.0.2.1'])
})

test('the hosts file overrules name servers, whatever the case and the dot', async (t) => {
  const hosts =
    '# 192.0.2.8 receiver.test\n192.0.2.9\tother  Receiver.Test # ours\r\n2001:db8::9 receiver.test\nnonsense\n'
  const { resolve, asked } = await start(t, () => ['192.0.2.1'], hosts)
  t.deepEqual(await resolve('RECEIVER.test.'), ['192.0.2.9', '2001:db8::9'])
  t.deepEqual(asked, [])
  t.deepEqual(await resolve('nonsense'), ['192.0.2.1'])
})

test('a file that is not there has no names', async (t) => {
  t.deepEqual(await lookUpInHosts('receiver.test', NO_HOSTS), [])
})

test('a name that no server knows is asked of the system, which has other sources', async (t) => {
  const { resolve } = await start(t, () => 'no such name')
  await t.throwsAsync(resolve('weir-no-such-name.invalid'), { message: /getaddrinfo/ })
})

for (const answer of ['silence', 'failure'] as const) {
  test(`${answer} of the name servers is an error, and the system is not asked to wait for them again`, async (t) => {
    const { resolve } = await start(t, () => answer)
    const error = await t.throwsAsync<NodeJS.ErrnoException>(resolve('receiver.test'))
    t.regex(error?.code ?? '', /^E(?:TIMEOUT|SERVFAIL)$/)
    t.regex(error?.syscall ?? '', /^queryA/)
  })
}

test('a hundred names whose servers are silent hold up no other lookup of the process', async (t) => {
  const { resolve, asked } = await start(t, () => 'silence')
  const silent = Array.from({ length: 100 }, (_, n) => t.throwsAsync(resolve(`silent-${n}.test`)))
  // What the proxy asks goes on meanwhile.
  let waiting = true
  const all = Promise.all(silent).then(() => {
    waiting = false
  })
  await lookup('localhost')
  t.true(waiting)
  await all
  t.true(asked.length >= 200)
})

test('a name that is being asked for is asked for once; afterwards it is asked anew', async (t) => {
  const answers = [['192.0.2.1'], ['192.0.2.2']]
  const { resolve, asked } = await start(t, (_name, type) => (type === 'A' ? (answers.shift() ?? []) : []))
  const first = resolve('receiver.test')
  t.is(resolve('receiver.test'), first)
  t.deepEqual(await first, ['192.0.2.1'])
  t.is(asked.length, 2)
  t.deepEqual(await resolve('receiver.test'), ['192.0.2.2'])
})
