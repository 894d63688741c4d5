import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, take } from '../../api/client.ts'
import { configuration } from '../../api/queries.ts'
import { t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { useSession } from '../../session/use-session.ts'
import { problemOf } from '../../text/problem.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Select } from '../../ui/Field.tsx'
import { Forbidden } from '../../ui/Forbidden.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Query, remedyOf } from '../../ui/States.tsx'
import { Table } from '../../ui/Table.tsx'
import { Ago } from '../../ui/Time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import { failureOf } from '../../wire/failure.ts'
import type { Role, User } from '../../wire/types.ts'

const ROLES: readonly Role[] = ['viewer', 'admin']

/** Who may sign in, and as what? */
export function UsersPage() {
  return useCan('users') ? <Users /> : <Forbidden title={t('nav.users')} />
}

function Users() {
  const query = useQuery({
    queryKey: ['users'],
    queryFn: () => take(api.GET('/users', { params: { query: { limit: 500, sort: 'email' } } })),
  })
  return (
    <>
      <PageHead
        title={t('nav.users')}
        sentence={query.data === undefined ? undefined : t('users.sentence', { count: query.data.total })}
      />
      <div className="stack">
        <Query query={query}>{({ users }) => <UserTable users={users} />}</Query>
        <Invite />
      </div>
    </>
  )
}

type Question = 'delete' | 'reset'

function UserTable({ users }: { readonly users: readonly User[] }) {
  const session = useSession()
  const own = session.state === 'in' ? session.user.id : ''
  const lastAdmin = users.filter(({ role, status }) => role === 'admin' && status === 'active').length === 1
  const queries = useQueryClient()
  const [asked, ask] = useState<{ readonly user: User; readonly what: Question }>()
  const [password, setPassword] = useState('')
  async function carryOut(work: Promise<unknown>, done: string) {
    try {
      await work
      toast(done)
    } finally {
      void queries.invalidateQueries({ queryKey: ['users'] })
    }
  }
  const run = (work: Promise<unknown>, done: string) =>
    carryOut(work, done).catch((error: unknown) => toast(remedyOf(failureOf(error))))
  const path = (id: string) => ({ params: { path: { id } } })
  return (
    <>
      <Table
        caption="nav.users"
        columns={['column.name', 'users.role', 'column.state', 'users.last', 'services.actions']}
      >
        {users.map((user) => {
          // The API refuses these: nobody is led to them.
          const isFixed = user.id === own || (lastAdmin && user.role === 'admin' && user.status === 'active')
          return (
            <tr key={user.id}>
              <td>
                <Link to="/users/$id" params={{ id: user.id }}>
                  <Untrusted text={user.display_name === '' ? user.email : user.display_name} max={100} />
                </Link>
                {user.display_name !== '' && (
                  <>
                    <br />
                    <span className="muted small">
                      <Untrusted text={user.email} />
                    </span>
                  </>
                )}
              </td>
              <td>
                {isFixed ? (
                  t(`role.${user.role}`)
                ) : (
                  <select
                    className="input"
                    style={{ width: 'auto' }}
                    aria-label={t('users.role-of', { name: user.email })}
                    value={user.role}
                    onChange={({ target }) =>
                      void run(
                        take(
                          api.PUT('/users/{id}', {
                            ...path(user.id),
                            body: { role: target.value === 'admin' ? 'admin' : 'viewer' },
                          }),
                        ),
                        t('users.saved'),
                      )
                    }
                  >
                    {ROLES.map((role) => (
                      <option key={role} value={role}>
                        {t(`role.${role}`)}
                      </option>
                    ))}
                  </select>
                )}
              </td>
              <td>{t(`user-status.${user.status}`)}</td>
              <td className="muted">{user.last_login === null ? '' : <Ago iso={user.last_login} />}</td>
              <td>
                {!isFixed && (
                  <span className="row">
                    {user.status === 'pending' ? (
                      <button
                        type="button"
                        className="button"
                        onClick={() =>
                          void run(take(api.POST('/users/{id}/resend-invitation', path(user.id))), t('users.invited'))
                        }
                      >
                        {t('users.resend')}
                      </button>
                    ) : (
                      <>
                        <button
                          type="button"
                          className="button"
                          onClick={() =>
                            void run(
                              take(
                                api.PATCH('/users/{id}/status', {
                                  ...path(user.id),
                                  body: { status: user.status === 'active' ? 'inactive' : 'active' },
                                }),
                              ),
                              t('users.saved'),
                            )
                          }
                        >
                          {t(user.status === 'active' ? 'users.deactivate' : 'users.activate')}
                        </button>
                        <button type="button" className="button" onClick={() => ask({ user, what: 'reset' })}>
                          {t('users.reset')}
                        </button>
                      </>
                    )}
                    <button type="button" className="button danger" onClick={() => ask({ user, what: 'delete' })}>
                      {t('users.delete')}
                    </button>
                  </span>
                )}
              </td>
            </tr>
          )
        })}
      </Table>
      {asked?.what === 'delete' && (
        <Dialog
          title={t('users.ask-delete', { name: asked.user.email })}
          onClose={() => ask(undefined)}
          action={{
            label: t('users.delete'),
            danger: true,
            run: () => carryOut(take(api.DELETE('/users/{id}', path(asked.user.id))), t('users.deleted')),
          }}
        >
          <p>{t('users.delete-help')}</p>
        </Dialog>
      )}
      {asked?.what === 'reset' && (
        <Dialog
          title={t('users.ask-reset', { name: asked.user.email })}
          onClose={() => ask(undefined)}
          action={{
            label: t('users.reset'),
            run: () =>
              carryOut(
                take(
                  api.POST('/users/{id}/reset-password', { ...path(asked.user.id), body: { new_password: password } }),
                ),
                t('users.was-reset'),
              ),
          }}
        >
          <Field
            label={t('me.new-password')}
            hint={t('me.password-rules')}
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </Dialog>
      )}
    </>
  )
}

function Invite() {
  const queries = useQueryClient()
  const mail = useQuery(configuration).data?.mail
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const [problem, setProblem] = useState<string>()
  async function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(undefined)
    try {
      await take(api.POST('/users/invite', { body: { email, role, ...(name !== '' && { display_name: name }) } }))
      toast(t(mail === 'outbox' ? 'users.in-outbox' : 'users.invited'))
      setEmail('')
      setName('')
      void queries.invalidateQueries({ queryKey: ['users'] })
    } catch (error) {
      const failure = failureOf(error)
      setProblem(failure.details.map(problemOf).join('; ') || problemOf(failure))
    }
  }
  return (
    <form className="card stack" onSubmit={submit}>
      <h2>{t('users.invite')}</h2>
      <div className="grid-2">
        <Field
          label={t('sign-in.email')}
          type="email"
          required
          value={email}
          problem={problem}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Field label={t('column.name')} value={name} maxLength={200} onChange={({ target }) => setName(target.value)} />
        <Select
          label={t('users.role')}
          value={role}
          options={ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
          onChange={setRole}
        />
      </div>
      <div>
        <button type="submit" className="button primary">
          {t('users.send')}
        </button>
      </div>
    </form>
  )
}
