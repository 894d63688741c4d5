import test from 'ava'
import { HostPatterns } from '../../../core/network/host-patterns.ts'
import { isInTime } from '../../support/crowding.ts'

const PATTERNS: readonly string[] = [
  'example.com',
  '*.example.com',
  'api.example.com',
  '*.deep.example.com',
  'run.*.cloud.example',
  '*.chat.*.cloud.example',
  '*-models.cloud.example',
  'eu-models.cloud.example',
]

const patterns = new HostPatterns(PATTERNS.map((pattern) => [pattern, pattern] as const))

const HOSTS: readonly (readonly [host: string, pattern: string | undefined])[] = [
  ['example.com', 'example.com'],
  ['www.example.com', '*.example.com'],
  ['a.b.example.com', '*.example.com'],
  ['api.example.com', 'api.example.com'],
  ['v1.api.example.com', '*.example.com'],
  ['deep.example.com', '*.example.com'],
  ['a.deep.example.com', '*.deep.example.com'],
  ['run.eu-1.cloud.example', 'run.*.cloud.example'],
  ['run.eu.west.cloud.example', undefined],
  ['run.cloud.example', undefined],
  ['stop.eu-1.cloud.example', undefined],
  ['x1.chat.eu-1.cloud.example', '*.chat.*.cloud.example'],
  ['a.b.chat.eu-1.cloud.example', '*.chat.*.cloud.example'],
  ['chat.eu-1.cloud.example', undefined],
  ['us-west1-models.cloud.example', '*-models.cloud.example'],
  ['eu-models.cloud.example', 'eu-models.cloud.example'],
  ['models.cloud.example', undefined],
  ['usmodels.cloud.example', undefined],
  ['badexample.com', undefined],
  ['example.com.evil.test', undefined],
  ['com', undefined],
  ['', undefined],
  ['.', undefined],
  ['.example.com', '*.example.com'],
  ['__proto__', undefined],
  ['constructor.example', undefined],
]

for (const [host, pattern] of HOSTS) {
  test(`${host === '' ? 'an empty host' : host} fits ${pattern ?? 'nothing'}`, (t) => {
    t.is(patterns.find(host), pattern)
  })
}

test('of equal patterns the first one holds', (t) => {
  const twice = new HostPatterns([
    ['a.example', 1],
    ['a.example', 2],
    ['*.a.example', 3],
    ['*.a.example', 4],
  ])
  t.deepEqual([twice.find('a.example'), twice.find('b.a.example')], [1, 3])
})

test('a name of very many labels is turned down at the first that nothing has', (t) => {
  const hostile = `${'run.'.repeat(100_000)}nowhere`
  const started = performance.now()
  t.is(patterns.find(hostile), undefined)
  t.true(isInTime(started, 1000))
})
