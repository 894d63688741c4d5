import { useQuery } from '@tanstack/react-query'
import { allUsers } from '../api/queries.ts'
import { useCan } from '../session/can.ts'
import { Link } from './Link.tsx'
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
  const shown = name === undefined ? <Unnamed id={id} mayAsk={mayOpen} /> : <Untrusted text={name} max={NAME_MAX} />
  if (!mayOpen) return shown
  return (
    <Link to="/users/$id" params={{ id }}>
      {shown}
    </Link>
  )
}

function Unnamed({ id, mayAsk }: { readonly id: string; readonly mayAsk: boolean }) {
  const known = useQuery({ ...allUsers, enabled: mayAsk }).data?.find((user) => user.id === id)
  if (known === undefined) return <span className="mono">{id.slice(0, ID_SHOWN)}</span>
  return <Untrusted text={known.display_name.trim() === '' ? known.email : known.display_name} max={NAME_MAX} />
}
