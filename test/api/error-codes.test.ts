import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { codedDetail, codeOf } from '../../api/http/codes.ts'
import { DETAIL_SENTENCES } from '../../api/http/detail-sentences.ts'
import { PROBLEMS } from '../../api/http/problems.ts'
import { startTestApi } from '../support/api.ts'

const ROOT = join(import.meta.dirname, '../..')
const FALLBACKS = ['bad_request', 'not_found', 'conflict', 'unavailable', 'error']
const CODES = [...Object.keys(PROBLEMS), ...Object.keys(DETAIL_SENTENCES), ...FALLBACKS]

interface ErrorJson {
  readonly error: string
  readonly code: string
  readonly params?: object
  readonly details?: readonly { readonly path: string; readonly code: string; readonly params?: object }[]
}

function* sources(folder: string): Generator<readonly [file: string, text: string]> {
  for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.ts')) yield [`${folder}/${name}`, readFileSync(join(ROOT, folder, name), 'utf8')]
  }
}

/** Made of parts: the test of all their forms is below. */
const COMPOSED = new Set([
  'The 7 is taken already',
  'You cannot 7 yourself: ask another admin',
  '7: activate the user there',
  '7: try again',
  '7 together are at most 7; these would make 7',
  'must 7 at least 77',
  'must 7 at most 77',
])

/** A literal of TypeScript with something in place of what it computes. */
const spoken = (literal: string) => literal.replaceAll(/\$\{[^}]*\}+/g, '7').replaceAll(/\\(['"`])/g, '$1')

test('every sentence that refuses a request has a code', (t) => {
  // Commands answer nobody over HTTP, and SCIM has errors of its own form.
  const ours = [...sources('api')].filter(([file]) => !/^api\/(?:scim|openapi|store|redis|sinks)\//.test(file))
  const THROWN =
    /(?:conflict|forbidden|unauthorized|badRequest|unavailable)\(\s*(['`])([A-Z].*?)\1|new ApiError\(\s*\d+,\s*'ERR_\w+',\s*(['`])([A-Z].*?)\3|const [A-Z_]+ = (['"`])([A-Z][a-z]+ [a-z ][^'"`]*)\5/g
  const NOT_FOUND = /(?:notFound\(|requireId\([^()]*, )'([A-Z][^']*)'/g
  const found: string[] = []
  for (const [file, text] of ours) {
    const literals = [...text.matchAll(THROWN)].flatMap((match) => match[2] ?? match[4] ?? match[6] ?? [])
    const missing = [...text.matchAll(NOT_FOUND)].map(([, what]) => `${what} not found`)
    for (const one of [...literals.map(spoken), ...missing])
      if (codeOf(599, one).code === 'error' && !COMPOSED.has(one)) found.push(`${file}: ${one}`)
  }
  t.deepEqual(found, [])
})

test('every sentence about a field has a code', (t) => {
  const files = [
    ...sources('core/model'),
    ...sources('core/tenant-detectors'),
    ...[
      'http',
      'interactions',
      'exceptions',
      'detectors',
      'service-switches',
      'auth',
      'passwords',
      'classification',
    ].flatMap((folder) => [...sources(`api/${folder}`)]),
    ...sources('api/webhooks/receiver'),
  ]
  const SAID =
    /(['"`])((?:must |it must |it is not |its (?:host|port) |is (?:no |not |required|for |too )|goes with |names no |cannot change |can match |matches |has a (?:look|back))(?:(?!\1).)*)\1/g
  const found: string[] = []
  for (const [file, text] of files) {
    if (file.endsWith('detail-sentences.ts') || file.endsWith('problems.ts')) continue
    for (const [, , literal = ''] of text.matchAll(SAID)) {
      const message = spoken(literal)
      // A template within a template.
      if (message.includes('${')) continue
      const { code } = codedDetail({ path: '', message })
      if (code === 'invalid' && message !== DETAIL_SENTENCES.invalid && !COMPOSED.has(message))
        found.push(`${file}: ${message}`)
    }
  }
  t.deepEqual(found, [])
})

test('the console has each code in English and French, with the same parameters', (t) => {
  const names = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort()
  const sentences: Readonly<Record<string, string>> = { ...PROBLEMS, ...DETAIL_SENTENCES }
  for (const language of ['en', 'fr']) {
    const messages: Record<string, string> = JSON.parse(
      readFileSync(join(ROOT, `console/messages/${language}.json`), 'utf8'),
    )
    for (const code of CODES) {
      const message = messages[`problem.${code}`]
      t.is(typeof message, 'string', `${language} problem.${code}`)
      const given = names(sentences[code] ?? '')
      t.deepEqual(
        names(message ?? '').filter((name) => !given.includes(name)),
        [],
        `${language} problem.${code}`,
      )
    }
    const said = Object.keys(messages).filter((id) => id.startsWith('problem.'))
    t.deepEqual(
      said.filter((id) => !CODES.includes(id.slice('problem.'.length))),
      [],
      language,
    )
  }
})

test('a sentence and its parameters are told apart, whatever the parameters say', (t) => {
  t.deepEqual(codeOf(409, 'A tenant has at most 100 exceptions: delete some first'), {
    code: 'too_many_exceptions',
    params: { max: 100 },
  })
  t.deepEqual(codeOf(404, 'Policy not found'), { code: 'policy_not_found' })
  t.deepEqual(codeOf(409, 'Something new'), { code: 'conflict' })
  t.deepEqual(codeOf(418, 'Something new'), { code: 'error' })
  const detail = (message: string) => codedDetail({ path: 'x', message })
  t.like(detail('must be at least 0.5'), { code: 'too_small', params: { min: 0.5 } })
  t.like(detail('must be at most 24 hours ahead'), { code: 'too_many_hours', params: { hours: 24 } })
  t.like(detail('must have at least 3 different characters'), { code: 'known_value_same', params: { min: 3 } })
  t.like(detail('whatever it is'), { code: 'invalid' })
  const reason = `(owner: a; hold b); `.repeat(100)
  const held = `A legal hold keeps it: ${reason} (owner: Legal; hold 1-2); it can go when the hold is lifted`
  t.is(codeOf(409, held).code, 'legal_hold')
})

test('sentences that are made of parts have a code in all their forms', (t) => {
  const forms: readonly (readonly [string, string])[] = [
    ...(['name', 'e-mail address', 'identity'] as const).map(
      (what) => [`The ${what} is taken already`, 'taken'] as const,
    ),
    ...['change the role of', 'deactivate', 'delete', 'remove the second factor of'].map(
      (what) => [`You cannot ${what} yourself: ask another admin`, 'own'] as const,
    ),
    ['No group of the provisioning client lets the user in: activate the user there', 'user'],
    ['The provisioning client has deactivated the user: activate the user there', 'user'],
    ['The words of all dictionaries together are at most 5; these would make 6', 'words'],
    ['All known values together are at most 5; these would make 6', 'values'],
    ['All patterns together are at most 5; these would make 6', 'patterns'],
    ...['failed', 'took too long', 'did not begin in time'].flatMap((how) => [
      [`Checking the detector ${how}: try again`, 'detector'] as const,
      [`Classifying the text ${how}: try again`, 'classification'] as const,
    ]),
  ]
  for (const [sentence, part] of forms) t.regex(codeOf(599, sentence).code, new RegExp(part), sentence)
  const bounds = ['be at least 1', 'be at most 1', 'have at least 1 items', 'have at most 1 items']
  for (const bound of [...bounds, 'have at least 1 characters', 'have at most 1 characters'])
    t.regex(codedDetail({ path: '', message: `must ${bound}` }).code, /^too_/, bound)
  const unknown = 'is no service of the catalogue, and not host: with one of WEIR_INTERCEPT_HOSTS'
  t.like(codedDetail({ path: '', message: unknown }), { code: 'unknown_service' })
  t.like(codedDetail({ path: '', message: `${unknown}. Did you mean mistral-api?` }), {
    code: 'unknown_service_meant',
    params: { meant: 'mistral-api' },
  })
})

test('errors and their details have codes and parameters beside the sentence', async (t) => {
  const api = await startTestApi(t)
  const ask = async (method: string, path: string, json?: object | undefined, token = api.admin) =>
    (
      await api.request<ErrorJson>(method, path, {
        ...(token !== '' && { token }),
        ...(json !== undefined && { json }),
      })
    ).json
  t.like(await ask('GET', `/policies/${crypto.randomUUID()}`), { code: 'policy_not_found', error: 'Policy not found' })
  t.like(await ask('GET', '/policies', undefined, ''), { code: 'unauthorized' })
  t.like(await ask('PATCH', '/policies'), { code: 'method_not_allowed', params: { methods: 'GET, HEAD, POST' } })
  t.like(await ask('GET', '/nothing'), { code: 'path_not_found' })
  const rules = { action: 'log', conditions: [] }
  t.false('error' in (await ask('POST', '/policies', { name: 'One', rules })))
  t.like(await ask('POST', '/policies', { name: 'One', rules }), { code: 'name_taken' })
  t.like(await ask('POST', '/auth/login', { email: 'a@example.com', password: 'x' }, ''), { code: 'wrong_credentials' })
  const wrong = await ask('POST', '/policies', {
    name: 'x'.repeat(201),
    rules: { action: 'log', conditions: [{}] },
    no: 1,
  })
  t.is(wrong.code, 'body_invalid')
  const by = new Map(wrong.details?.map((one) => [one.path, one]))
  t.like(by.get('name'), { code: 'too_long', params: { max: 200 } })
  t.like(by.get('no'), { code: 'unknown_field' })
  const query = await ask('GET', '/interactions?limit=501&user_id=7&source=x')
  t.is(query.code, 'query_invalid')
  const codes = query.details?.map(({ path, code }) => `${path} ${code}`).sort()
  t.deepEqual(codes, ['limit too_big', 'source one_of', 'user_id uuid'])
})
