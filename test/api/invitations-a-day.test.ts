import test from 'ava'
import { ApiError } from '../../api/http/api-error.ts'
import type { Reply } from '../../api/http/context.ts'
import { openInviting } from '../support/invite-routes.ts'

test('the invitations mailed to one person a day are bounded, however they are asked for', async (t) => {
  const { store, tenantId, mails, call } = await openInviting(t, 3)
  const idOf = (reply: Reply | undefined) => (reply?.body as { id: string } | undefined)?.id ?? ''
  const invite = (email: string) => call('inviteUser', { body: { email, role: 'viewer' } })
  const id = idOf(await invite('jo@example.com'))
  await call('resendInvitation', { params: { id } })
  await store.users.delete(tenantId, id)
  const again = idOf(await invite('jo@example.com'))
  t.is(mails.length, 3)
  for (const refused of [
    () => call('resendInvitation', { params: { id: again } }),
    async () => {
      await store.users.delete(tenantId, again)
      await invite('jo@example.com')
    },
  ]) {
    const error = await t.throwsAsync(refused(), { instanceOf: ApiError })
    t.is(error.status, 429)
    // Not the minute: the day.
    t.true(Number(error.headers?.['Retry-After']) > 80_000)
  }
  t.is((await invite('kim@example.com'))?.status, 201)
  t.is(mails.length, 4)
})
