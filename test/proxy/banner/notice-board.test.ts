import test from 'ava'
import { bannerLimits } from '../../../proxy/banner/limits.ts'
import type { Notice, Sent, Told } from '../../../proxy/banner/notice.ts'
import { NoticeBoard } from '../../../proxy/banner/notice-board.ts'
import { personOf } from '../../../proxy/banner/person.ts'

function board() {
  const told: Told[] = []
  const counted: string[] = []
  const clock = { now: 1_000_000 }
  const own = new NoticeBoard({
    tell: (one) => void told.push(one),
    count: (outcome) => void counted.push(outcome),
    now: () => clock.now,
  })
  return { own, told, counted, clock }
}

function page() {
  const heard: string[] = []
  const hear = (news: Notice | Sent) => heard.push('sent' in news ? `sent ${news.sent}` : news.id) > 0
  return { heard, hear, end: () => {} }
}

function notice(id: string): Notice {
  return { id, kind: 'coach', lang: 'en', title: 'Take care', message: 'Take care.', dismiss: 'Close' }
}

test('a person is told again of a policy after half a minute, by whichever worker', (t) => {
  const { own, told, clock, counted } = board()
  const one = page()
  own.listen('user a', one)
  own.post({ person: 'user a', about: 'p', notice: notice('1') })
  own.post({ person: 'user a', about: 'p', notice: notice('2') })
  own.keep({ person: 'user a', about: 'p', notice: notice('3') })
  own.post({ person: 'user a', about: 'q', notice: notice('4') })
  clock.now += bannerLimits.repeatMs
  own.keep({ person: 'user a', about: 'p', notice: notice('5') })
  own.post({ person: 'user a', about: 'p', notice: notice('6') })
  t.deepEqual(one.heard, ['1', '4', '5'])
  t.deepEqual(
    told.map(({ notice }) => notice?.id),
    ['1', '4'],
  )
  t.deepEqual(counted, ['sent', 'repeated', 'sent', 'sent', 'repeated'])
})

test('what was sent after all is told to the pages at every worker, and to one that comes late', (t) => {
  const [here, there] = [board(), board()]
  const [one, late] = [page(), page()]
  there.own.listen('user a', one)
  const refused = { person: 'user a', about: 'reason x', notice: notice('1') }
  here.own.post(refused)
  there.own.keep(refused)
  here.own.sent('user a', 'reason x', { sent: 'x' })
  for (const told of here.told.slice(1)) there.own.keep(told)
  t.deepEqual(one.heard, ['1', 'sent x'])
  here.own.listen('user a', late)
  t.deepEqual(late.heard, ['sent x'], 'the notice itself waits for nobody any more')
})

test('what was told otherwise is not told again', (t) => {
  const { own } = board()
  const one = page()
  own.listen('user a', one)
  own.post({ person: 'user a', about: 'p', notice: undefined })
  own.post({ person: 'user a', about: 'p', notice: notice('1') })
  t.deepEqual(one.heard, [])
})

test('what nobody heard is kept for half a minute, and only the newest of it', (t) => {
  const { own, clock } = board()
  for (let at = 0; at < 6; at++) own.post({ person: 'user a', about: `p${at}`, notice: notice(`${at}`) })
  const one = page()
  own.listen('user a', one)
  t.deepEqual(one.heard, ['2', '3', '4', '5'])
  own.post({ person: 'user b', about: 'p', notice: notice('late') })
  clock.now += bannerLimits.keptMs
  const late = page()
  own.listen('user b', late)
  t.deepEqual(late.heard, [])
})

test('of people who do not listen, those are forgotten first of whom nothing was heard for longest', (t) => {
  const { own } = board()
  const listening = page()
  own.listen('user listening', listening)
  own.post({ person: 'user 0', about: 'p', notice: notice('kept') })
  for (let at = 1; at < bannerLimits.people; at++) own.post({ person: `user ${at}`, about: 'p', notice: undefined })
  own.post({ person: 'user listening', about: 'p', notice: notice('1') })
  t.deepEqual(listening.heard, ['1'])
  const forgotten = page()
  own.listen('user 0', forgotten)
  t.deepEqual(forgotten.heard, [])
})

test('a page that has left hears nothing', (t) => {
  const { own } = board()
  const one = page()
  const leave = own.listen('user a', one)
  t.is(own.listening, 1)
  leave?.()
  t.is(own.listening, 0)
  t.false(own.listensTo('user a'))
})

const COOKIE = `__Host-weir-banner=${'a'.repeat(22)}`

test('a person is the user where that is known, else the browser, and nobody by the address alone', (t) => {
  const address = '10.0.0.7'
  t.is(personOf({ address, userId: 'u' }, COOKIE), 'user u')
  t.is(personOf({ address, user: 'jeanne@acme.example' }, COOKIE), 'name jeanne@acme.example')
  t.is(personOf({ address }, `x=1; ${COOKIE};y=2`), `browser ${'a'.repeat(22)}`)
  for (const cookies of [undefined, '', 'x=1', `${COOKIE}a`, '__Host-weir-banner=', `x${COOKIE}`, `x="${COOKIE}"`])
    t.is(personOf({ address }, cookies), undefined, cookies)
})

test('what one person was told of is bounded, and the oldest of it is told again', (t) => {
  const { own } = board()
  const one = page()
  own.listen('user a', one)
  for (let at = 0; at <= bannerLimits.toldOfOne; at++)
    own.post({ person: 'user a', about: `reason ${at}`, notice: notice(`${at}`) })
  own.post({ person: 'user a', about: 'reason 1', notice: notice('no more') })
  own.post({ person: 'user a', about: 'reason 0', notice: notice('once more') })
  t.deepEqual(one.heard.slice(bannerLimits.toldOfOne), [`${bannerLimits.toldOfOne}`, 'once more'])
})

test('nobody is remembered for long, but those who listen', (t) => {
  const { own, clock } = board()
  own.listen('user listening', page())
  for (let at = 0; at < 100; at++) own.post({ person: `user ${at}`, about: 'p', notice: notice(`${at}`) })
  clock.now += bannerLimits.keptMs
  for (let at = 0; at < 50; at++) own.post({ person: `new ${at}`, about: 'p', notice: notice(`${at}`) })
  t.is(own.size, 51)
  t.true(own.listensTo('user listening'))
})

test('a notice that is withdrawn is shown by no page that opens then, at no worker', (t) => {
  const { own, told } = board()
  const other = board().own
  t.is(own.post({ person: 'user a', about: 'p', notice: notice('1') }), 'kept')
  own.post({ person: 'user a', about: 'q', notice: notice('2') })
  own.withdraw('user a', 'p')
  for (const one of told) other.keep(one)
  for (const each of [own, other]) {
    const one = page()
    each.listen('user a', one)
    t.deepEqual(one.heard, ['2'])
    t.true(each.wasTold('user a', 'p'))
  }
  own.withdraw('nobody', 'p')
})

test('another worker’s pages are known for as long as a stream lasts', (t) => {
  const { own, clock } = board()
  t.false(own.listensElsewhere('user a'))
  own.keepListening({ person: 'user a', listensUntil: clock.now + bannerLimits.streamMs })
  t.true(own.listensElsewhere('user a'))
  t.false(own.listensElsewhere('user b'))
  clock.now += bannerLimits.streamMs
  t.false(own.listensElsewhere('user a'))
})

test('a worker tells that a page listens, and for how long that may be', (t) => {
  const told: unknown[] = []
  const own = new NoticeBoard({
    tell: () => {},
    tellListening: (one) => void told.push(one),
    count: () => {},
    now: () => 1000,
  })
  own.listen('user a', page())
  t.deepEqual(told, [{ person: 'user a', listensUntil: 1000 + bannerLimits.streamMs }])
})
