import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { allUsers } from '../api/queries.ts'
import { useCan } from '../session/can.ts'
import { Untrusted } from './Untrusted.tsx'

const ID_SHOWN = 8
const NAME_MAX = 40

interface Props {
  readonly id: string
  /** As the API says it beside the id; undefined: nobody has the id any more, or it did not say. */
  readonly name?: string | undefined
}

/** A user by name, as far as the reader may see names. For administrators, who may open it, it leads to their page. */
export function Person({ id, name }: Props) {
  const mayOpen = useCan('users')
  const known = useQuery({ ...allUsers, enabled: mayOpen && name === undefined }).data?.find((user) => user.id === id)
  const called = name ?? (known && (known.display_name.trim() === '' ? known.email : known.display_name))
  const shown =
    called === undefined ? (
      <span className="mono">{id.slice(0, ID_SHOWN)}</span>
    ) : (
      <Untrusted text={called} max={NAME_MAX} />
    )
  if (!mayOpen) return shown
  return (
    <Link to="/users/$id" params={{ id }}>
      {shown}
    </Link>
  )
}
