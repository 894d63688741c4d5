import { readFileSync } from 'node:fs'
import { isDeepStrictEqual, parseArgs } from 'node:util'

const FIELDS = ['description', 'enabled', 'priority', 'rules']
const PAGE_SIZE = 100

const { API, EMAIL, PASSWORD } = process.env
const { values, positionals } = readArguments()
const { version, policies: wanted } = JSON.parse(readFileSync(positionals[0], 'utf8'))
if (version !== 1 || !Array.isArray(wanted)) stop(2, 'the file must be {"version": 1, "policies": [...]}')
const names = wanted.map(({ name }) => name)
if (new Set(names).size !== names.length) stop(2, 'two policies in the file have the same name')

let token
token = (await call('POST', '/auth/login', { email: EMAIL, password: PASSWORD })).token
const present = await everyPolicy()
const plan = [
  ...wanted.flatMap((policy) =>
    stepFor(
      policy,
      present.filter(({ name }) => name === policy.name),
    ),
  ),
  ...present
    .filter(({ name }) => !names.includes(name))
    .map((policy) => ({ kind: values.prune ? 'delete' : 'leave', policy })),
]
for (const { kind, policy, fields = [] } of plan) {
  process.stdout.write(`${kind}  ${policy.name}${fields.length > 0 ? `: ${fields.join(', ')}` : ''}\n`)
}
const changes = plan.filter(({ kind }) => kind !== 'leave')
if (values.apply) for (const step of changes) await carryOut(step)
process.stdout.write(`${changes.length} ${values.apply ? 'changed' : 'to change'}\n`)

function readArguments() {
  try {
    const read = parseArgs({
      options: { apply: { type: 'boolean', default: false }, prune: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    if (read.positionals.length !== 1 || !API || !EMAIL || !PASSWORD)
      throw new Error('a file, API, EMAIL and PASSWORD are required')
    return read
  } catch (error) {
    return stop(2, `${error.message}\nUsage: API=... EMAIL=... PASSWORD=... node apply.mjs FILE [--apply] [--prune]`)
  }
}

function stepFor(policy, [found, ...others]) {
  if (others.length > 0) stop(1, `the installation has several policies named "${policy.name}"; rename or delete one`)
  if (found === undefined) return [{ kind: 'create', policy }]
  const fields = FIELDS.filter((field) => field in policy && !isDeepStrictEqual(policy[field], found[field]))
  return fields.length === 0 ? [] : [{ kind: 'update', policy, fields, found }]
}

async function everyPolicy() {
  const policies = []
  for (let page = 1; ; page++) {
    const answer = await call('GET', `/policies?include=rules&limit=${PAGE_SIZE}&page=${page}`)
    policies.push(...answer.policies)
    if (answer.policies.length < PAGE_SIZE) return policies
  }
}

async function carryOut({ kind, policy, fields, found }) {
  if (kind === 'create') {
    await call('POST', '/policies', policy)
  } else if (kind === 'update') {
    // The policy must still be the one that the plan was made for.
    const { etag, body } = await fetchPolicy(found.id)
    if (body.updated_at !== found.updated_at) stop(1, `"${policy.name}" was changed by someone else; run this again`)
    const changed = Object.fromEntries(fields.map((field) => [field, policy[field]]))
    await call('PUT', `/policies/${found.id}`, changed, { 'If-Match': etag })
  } else {
    const { etag } = await fetchPolicy(policy.id)
    await call('DELETE', `/policies/${policy.id}`, undefined, { 'If-Match': etag })
  }
}

async function fetchPolicy(id) {
  const response = await request('GET', `/policies/${id}`)
  return { etag: response.headers.get('etag'), body: await response.json() }
}

async function call(method, path, body, headers) {
  const response = await request(method, path, body, headers)
  return response.status === 204 ? undefined : response.json()
}

async function request(method, path, body, headers = {}) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(`${API}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...authorization, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (!response.ok) stop(1, `${method} ${path} was answered with ${response.status}: ${await response.text()}`)
  return response
}

function stop(code, message) {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}
