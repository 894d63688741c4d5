import test from 'ava'
import { makeLeaf } from '../../support/leaf-certificate.ts'
import { MAIL, openQueue, TOKEN } from '../../support/mail-queue.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { until } from '../../support/wire.ts'

test('credentials are sent, escapes in them undone', async (t) => {
  const login = { user: 'mailer@corp.example', pass: 'p@ss:w/ord' }
  const server = await startMailServer(t, { login })
  const user = encodeURIComponent(login.user)
  const queue = await openQueue(t, `smtp://${user}:${encodeURIComponent(login.pass)}@127.0.0.1:${server.port}`)
  await queue.mailer.send(MAIL)
  await until(
    () => server.mails.length === 1,
    () => queue.lines.join(''),
  )
  t.is(server.mails[0]?.user, login.user)
})

test('a wrong password keeps the mail waiting for the operator, and is not logged', async (t) => {
  const server = await startMailServer(t, { login: { user: 'weir', pass: 'right' } })
  const queue = await openQueue(t, `smtp://weir:wr0ng-passw0rd@127.0.0.1:${server.port}`)
  await queue.mailer.send(MAIL)
  await until(
    () => queue.log(/EAUTH.*"status":535/).length >= 2,
    () => queue.lines.join(''),
  )
  t.is(queue.pending().length, 1)
  t.false(queue.lines.some((line) => line.includes('wr0ng-passw0rd') || line.includes(TOKEN)))
})

test('credentials never go to a server beyond this machine in clear', async (t) => {
  const server = await startMailServer(t, { login: { user: 'weir', pass: 'right' } })
  // All of 0.0.0.0 leads to this machine too, which the sender does not know.
  const queue = await openQueue(t, `smtp://weir:right@0.0.0.0:${server.port}`)
  await queue.mailer.send(MAIL)
  await until(
    () => queue.log(/ETLS|tried again/).length >= 2,
    () => queue.lines.join(''),
  )
  t.is(server.mails.length, 0)
})

test('a certificate that is not trusted stops the mail, over TLS and over STARTTLS, and it never goes on in clear', async (t) => {
  const { cert, key } = makeLeaf({ issuer: undefined, names: ['localhost'] })
  for (const [from, scheme] of [
    ['start', 'smtps'],
    ['starttls', 'smtp'],
  ] as const) {
    const server = await startMailServer(t, { tls: { cert, key, from } })
    const queue = await openQueue(t, `${scheme}://localhost:${server.port}`)
    await queue.mailer.send(MAIL)
    await until(
      () => queue.log(/tried again/).length >= 2,
      () => queue.lines.join(''),
    )
    t.is(server.mails.length, 0)
    t.is(queue.pending().length, 1)
  }
})

test('the operator can leave an untrusted STARTTLS alone, or insist on one', async (t) => {
  const { cert, key } = makeLeaf({ issuer: undefined, names: ['localhost'] })
  const offering = await startMailServer(t, { tls: { cert, key, from: 'starttls' } })
  const without = await openQueue(t, `smtp://localhost:${offering.port}?ignoreTLS=true`)
  await without.mailer.send(MAIL)
  await until(
    () => offering.mails.length === 1,
    () => without.lines.join(''),
  )
  t.false(offering.mails[0]?.secure)

  const plain = await startMailServer(t)
  const insisting = await openQueue(t, `smtp://localhost:${plain.port}?requireTLS=true`)
  await insisting.mailer.send(MAIL)
  await until(
    () => insisting.log(/tried again/).length >= 2,
    () => insisting.lines.join(''),
  )
  t.is(plain.mails.length, 0)
})
