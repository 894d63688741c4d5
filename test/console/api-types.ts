import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { BASE } from '../../api/http/base.ts'
import { createDocument } from '../../api/openapi/document.ts'
import { allRoutes } from '../support/api-routes.ts'

const CONSOLE = join(import.meta.dirname, '../../console')
const FOLDER = join(CONSOLE, 'node_modules/.weir')

interface Generator {
  readonly default: (document: unknown) => Promise<unknown[]>
  readonly astToString: (nodes: unknown[]) => string
}

/**
 * Writes what the console's code is checked against, from the API's own document, to where no repository keeps it:
 * node test/console/api-types.ts (`npm run check` does so where the console's packages are installed).
 */
const teardowns: (() => unknown)[] = []
const document = createDocument(allRoutes({ teardown: (work) => void teardowns.push(work) }), BASE)
for (const work of teardowns.reverse()) work()
// Of the console's own packages: the product has no use for it.
const load = createRequire(join(CONSOLE, 'package.json'))
const { default: generate, astToString } = load('openapi-typescript') as Generator
mkdirSync(FOLDER, { recursive: true })
writeFileSync(join(FOLDER, 'schema.d.ts'), astToString(await generate(document)))
