import { EXCEPTIONS } from '../../core/resources/exception.ts'
import type { ApiDependencies } from '../dependencies.ts'
import type { Route } from '../http/route.ts'
import { resourceRoutes } from '../resources/routes.ts'
import { newException } from './new-exception.ts'
import { presentException, servedExceptions } from './presenter.ts'

type Dependencies = Pick<ApiDependencies, 'store' | 'audit' | 'events' | 'now' | 'logger' | 'knownValueKeys'>

export function exceptionRoutes(dependencies: Dependencies): Route[] {
  const { store, logger, knownValueKeys: keys } = dependencies
  return resourceRoutes(EXCEPTIONS, dependencies, {
    beforeWrite: (body, creation) => newException(store, keys, body, creation),
    present: presentException,
    presentList: (page, { kind }) =>
      kind === 'service' ? servedExceptions(page, keys, logger) : page.map(presentException),
  })
}
