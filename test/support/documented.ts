import { resolve, type Schema, validate } from './json-schema.ts'

export interface Exchange {
  readonly method: string
  /** The path of the URL, without its query. */
  readonly path: string
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly text: string
}

interface Documented {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly required?: boolean; readonly schema: Schema }>>
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

type Paths = Readonly<
  Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Schema>> }>>>
>

const BASE = '/api/v1'
/** Static files for people, and SCIM, which describes itself: the document of the API has neither. */
const PAGES = /^(?:\/api\/v1)?(?:\/|(?:\/docs|\/accept-invitation)(?:\/[\w-]+\.(?:css|mjs|svg))?|\/scim\/v2\/.*)?$/

/** Holds answers of an API against the document that it serves. */
export class ApiDocument {
  readonly root: unknown
  readonly #paths: Paths

  constructor(root: unknown) {
    this.root = root
    this.#paths = (root as { paths: Paths }).paths
  }

  /** @throws Error that says what of this answer is not in the document */
  check(exchange: Exchange): void {
    const problems = this.problemsOf(exchange)
    if (problems.length === 0) return
    throw new Error(`${exchange.method} ${exchange.path} is not as documented: ${problems.join('; ')}`)
  }

  problemsOf(exchange: Exchange): string[] {
    if (PAGES.test(exchange.path)) return []
    const documented = this.#find(exchange)
    if (documented === undefined) return [`${exchange.status} is not among the answers`]
    return [...this.#headerProblems(exchange, documented), ...this.#bodyProblems(exchange, documented)]
  }

  /** A path that nobody knows is a 404, a method that the path does not take a 405; the document has neither. */
  #find({ method, path, status }: Exchange): Documented | undefined {
    const item = this.#item(path)
    // HEAD is GET without the body.
    const operation = item?.[method.toLowerCase()] ?? (method === 'HEAD' ? item?.get : undefined)
    if (item === undefined) return status === 404 ? this.#component('NotFound') : undefined
    if (operation === undefined) return status === 405 ? this.#component('NotFound') : undefined
    const response = operation.responses[status]
    if (response === undefined) return undefined
    return (typeof response.$ref === 'string' ? resolve(response.$ref, this.root) : response) as unknown as Documented
  }

  #component(name: string): Documented {
    return resolve(`#/components/responses/${name}`, this.root) as unknown as Documented
  }

  #item(path: string): Paths[string] | undefined {
    const known = path.startsWith(`${BASE}/`) ? path.slice(BASE.length) : path
    const literal = this.#paths[known]
    if (literal !== undefined) return literal
    if (known === path) return undefined
    const template = Object.keys(this.#paths).find((candidate) => matches(candidate, known))
    return template === undefined ? undefined : this.#paths[template]
  }

  #headerProblems({ headers, status }: Exchange, { headers: documented = {} }: Documented): string[] {
    return Object.entries(documented).flatMap(([name, header]) => {
      const { required, schema } = typeof header.schema === 'object' ? header : this.#header(header)
      const value = headers.get(name)
      if (value === null) return required === true ? [`the header ${name} is missing in a ${status}`] : []
      return validate(schema.type === 'integer' ? Number(value) : value, schema, this.root, name)
    })
  }

  #header(reference: unknown) {
    const { $ref } = reference as { $ref: string }
    return resolve($ref, this.root) as unknown as { required?: boolean; schema: Schema }
  }

  #bodyProblems({ method, headers, text }: Exchange, { content }: Documented): string[] {
    if (method === 'HEAD') return text === '' ? [] : ['an answer to HEAD has a body']
    if (content === undefined) return text === '' ? [] : ['it has a body']
    const type = (headers.get('content-type') ?? '').split(';')[0] ?? ''
    const media = content[type]
    if (media === undefined) return [`it is ${type}, not ${Object.keys(content)}`]
    // Metrics are text; of YAML there is no reader here.
    return type === 'application/json' ? validate(JSON.parse(text), media.schema, this.root) : []
  }
}

let known: Promise<ApiDocument> | undefined

/** The document is the same of every API of one version: each test process reads it once. */
export function theDocument(read: () => Promise<unknown>): Promise<ApiDocument> {
  known ??= read().then((root) => new ApiDocument(root))
  return known
}

function matches(template: string, path: string): boolean {
  const [expected, given] = [template.split('/'), path.split('/')]
  return expected.length === given.length && expected.every((part, i) => part.startsWith('{') || part === given[i])
}
