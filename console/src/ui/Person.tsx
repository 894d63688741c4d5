import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { allUsers } from '../api/queries.ts'
import { useCan } from '../session/can.ts'
import { Untrusted } from './Untrusted.tsx'

const ID_SHOWN = 8

/** A user by name, which leads to their page: administrators alone know names, and may open it. */
export function Person({ id }: { readonly id: string }) {
  const mayOpen = useCan('users')
  const known = useQuery({ ...allUsers, enabled: mayOpen }).data?.find((user) => user.id === id)
  const short = <span className="mono">{id.slice(0, ID_SHOWN)}</span>
  if (!mayOpen) return short
  return (
    <Link to="/users/$id" params={{ id }}>
      {known === undefined ? (
        short
      ) : (
        <Untrusted text={known.display_name === '' ? known.email : known.display_name} max={40} />
      )}
    </Link>
  )
}
