import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { inventory, policies } from '../../api/queries.ts'
import { t } from '../../i18n/language.ts'
import { pauseOrResume } from '../../live/connection.ts'
import { signOut } from '../../session/session.ts'
import { useSession } from '../../session/use-session.ts'
import { Untrusted } from '../../ui/Untrusted.tsx'
import { wantedOf } from '../../wire/wanted.ts'
import { groupsFor } from '../pages.ts'
import { type Choice, matching } from './matches.ts'

/** Pages, actions, policies and services by name, with the keyboard alone. What is typed stays in the page. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const close = () => dialog.current?.close()
  const found = matching(useChoices(typed), typed)
  const active = found[Math.min(at, found.length - 1)]
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  function run(choice: Choice | undefined) {
    if (choice === undefined) return
    close()
    choice.run()
  }
  function onKey(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && found.length > 0) {
      event.preventDefault()
      setAt((Math.min(at, found.length - 1) + step + found.length) % found.length)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      run(active)
    }
  }
  return (
    <dialog ref={dialog} className="dialog palette" aria-label={t('palette.title')} onClose={onClose}>
      <input
        className="input"
        role="combobox"
        aria-label={t('palette.title')}
        aria-expanded={found.length > 0}
        aria-controls="palette-list"
        aria-activedescendant={active === undefined ? undefined : `palette-${active.id}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        translate="no"
        placeholder={t('palette.hint')}
        value={typed}
        maxLength={200}
        onChange={({ target }) => {
          setTyped(target.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      <div id="palette-list" role="listbox" aria-label={t('palette.title')}>
        {found.map((choice) => (
          <div
            key={choice.id}
            id={`palette-${choice.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={choice === active}
            onClick={() => run(choice)}
            onKeyDown={onKey}
          >
            <Untrusted text={choice.label} max={80} />
            <span className="muted small">{choice.kind}</span>
          </div>
        ))}
      </div>
      <p className="muted small" role="status">
        {found.length === 0 ? t('palette.none') : t('palette.found', { count: found.length })}
      </p>
    </dialog>
  )
}

function useChoices(typed: string): Choice[] {
  const navigate = useNavigate()
  const session = useSession()
  const isAdmin = session.state === 'in' && session.user.role === 'admin'
  const known = useQuery(policies).data ?? []
  const services = useQuery(inventory).data?.services ?? []
  const page = t('palette.page')
  const action = t('palette.action')
  const wanted = wantedOf(typed)
  return [
    ...(wanted.kind === 'text'
      ? []
      : [
          {
            id: 'by-reference',
            label: t('palette.find', { text: wanted.value }),
            // A word that is a part of what was typed, so that the line is always found.
            kind: typed,
            run: () =>
              void (wanted.kind === 'id'
                ? navigate({ to: '/interactions/$id', params: { id: wanted.value } })
                : navigate({ to: '/find', search: { [wanted.kind]: wanted.value } })),
          },
        ]),
    ...groupsFor(isAdmin)
      .flatMap(({ entries }) => entries)
      .map(({ to, label }) => ({ id: to.slice(1), label: t(label), kind: page, run: () => void navigate({ to }) })),
    { id: 'me', label: t('nav.me'), kind: page, run: () => void navigate({ to: '/me' }) },
    ...(isAdmin
      ? [
          {
            id: 'new-policy',
            label: t('policies.new'),
            kind: action,
            run: () => void navigate({ to: '/policies/new' }),
          },
        ]
      : []),
    { id: 'pause', label: t('palette.pause'), kind: action, run: pauseOrResume },
    { id: 'sign-out', label: t('shell.sign-out'), kind: action, run: () => void signOut() },
    ...known.map(({ id, name }) => ({
      id,
      label: name,
      kind: t('policies.one'),
      run: () => void navigate({ to: '/policies/$id', params: { id } }),
    })),
    ...services.map(({ platform_id, name }, index) => ({
      id: `service-${index}`,
      label: name,
      kind: t('filter.platform_id'),
      run: () => void navigate({ to: '/services/$id', params: { id: platform_id } }),
    })),
  ]
}
