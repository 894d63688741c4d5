import { type RegisteredRouter, useRouter, type ValidateLinkOptions } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { stringifySearch } from '../url/search.ts'

interface Destination {
  readonly to: string
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly search?: Readonly<Record<string, unknown>> | undefined
}
interface Router {
  navigate(destination: Destination): Promise<void>
  preloadRoute(destination: Destination): Promise<unknown>
}

/**
 * A link to a page of the console. The router's own follows the address for each link, to know whether it is the page that
 * is shown: with dozens on a page that costs more than the page. Here whoever marks the present page says so, with aria-current.
 */
export function Link<const Options>(props: ValidateLinkOptions<RegisteredRouter, Options>): ReactNode
export function Link({ to, params, search, ...rest }: Destination & ComponentProps<'a'>): ReactNode {
  // Where it may lead is held by the signature above.
  const router = useRouter() as unknown as Router
  const destination = { to, params, search }
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void router.navigate(destination)
  }
  // Its code is there by the time somebody clicks.
  const prepare = () => void router.preloadRoute(destination).catch(() => undefined)
  return (
    <a
      {...rest}
      href={addressOf(destination)}
      onClick={open}
      onFocus={prepare}
      onMouseEnter={prepare}
      onTouchStart={prepare}
    />
  )
}

function addressOf({ to, params, search = {} }: Destination): string {
  const path = to.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  return path + stringifySearch(search)
}
