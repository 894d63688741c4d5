import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'

/** The code of a page did not come: the API is away, or Weir was updated and has other files now. */
export class PartMissing extends Error {
  readonly code = 'part_missing'

  constructor(cause: unknown) {
    // Other words than the browser's, which the router would answer with a reload, and leave nothing where nothing answers.
    super('a part of the console could not be loaded', { cause })
    this.name = 'PartMissing'
  }
}

/** A page that is loaded when it is opened. */
export function part<N extends string>(load: () => Promise<Record<N, RouteComponent>>, name: N): RouteComponent {
  const named = () =>
    load().catch((error: unknown): never => {
      throw new PartMissing(error)
    })
  return lazyRouteComponent(named, name)
}
