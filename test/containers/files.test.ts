import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import test from 'ava'
import { DEFINITIONS } from '../../config/definitions.ts'
import { loadSettings } from '../../config/settings.ts'
import { VERSION } from '../../config/version.ts'
import { createIsOwnName } from '../../proxy/listen/own-names.ts'
import { LINTERS, testWith } from '../support/optional.ts'
import type { Scope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'
import { allowedSources, commandOf, copyOf, ROOT, readDockerfile, textsOf, variablesOf } from './dockerfile.ts'

const DOCKERFILES = ['Dockerfile.api', 'Dockerfile.proxy'] as const

/** What docker-compose.yml asks for, as an operator would write it into .env. */
const GIVEN = { WEIR_PUBLIC_HOST: 'weir.test', WEIR_ADMIN_EMAIL: 'admin@weir.test' }

interface Service {
  readonly image: string
  readonly environment: Readonly<Record<string, string>>
  readonly command: readonly string[] | null
  readonly entrypoint?: readonly string[]
  readonly user?: string
  readonly init?: boolean
  readonly configs?: readonly { readonly source: string; readonly target: string }[]
  readonly extra_hosts?: readonly string[]
  readonly build?: { readonly dockerfile: string }
  readonly hostname?: string
  readonly restart: string
  readonly mem_limit?: string | number
  readonly logging?: { readonly options: Readonly<Record<string, string>> }
  readonly ports?: readonly { readonly host_ip?: string; readonly published: string }[]
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly volumes: readonly { readonly type: string; readonly source: string; readonly target: string }[]
  readonly networks?: Readonly<Record<string, { readonly aliases?: readonly string[] } | null>>
  readonly read_only?: boolean
  readonly secrets?: readonly { readonly source: string }[]
}

for (const name of DOCKERFILES) {
  test(`${name} leaves the tools of its build behind and runs as nobody in particular`, (t) => {
    const stages = readDockerfile(name)
    const [build, image] = [stages[0], stages.at(-1)]
    t.deepEqual(
      stages.map((stage) => stage.name),
      name === 'Dockerfile.api' ? ['build', 'console', undefined] : ['build', undefined],
    )
    for (const stage of stages) t.regex(stage?.base ?? '', /^node:26\.\d+\.\d+-\w+-slim$/)
    t.true(textsOf(build, 'RUN').some((text) => /g\+\+ make python3/.test(text)))
    t.true(textsOf(build, 'RUN').some((text) => text.startsWith('npm ci --omit=dev')))
    t.notRegex(textsOf(image, 'RUN').join('\n'), /apt|npm|curl/)
    t.deepEqual(textsOf(image, 'USER'), ['1000:1000'])
    t.deepEqual(textsOf(image, 'VOLUME'), ['/data'])
    t.is(variablesOf(image).WEIR_DATA_DIR, '/data')
    const last = image?.instructions.map((instruction) => instruction.name) ?? []
    t.true(last.lastIndexOf('COPY') < last.indexOf('USER'), 'what runs cannot change itself')
  })

  test(`${name} says which port it has, and asks itself how it is`, (t) => {
    const image = readDockerfile(name).at(-1)
    const part = name === 'Dockerfile.api' ? 'api' : 'proxy'
    const settings = loadSettings(variablesOf(image), temporaryFolder(t))
    t.deepEqual(textsOf(image, 'EXPOSE'), [String(part === 'api' ? settings.apiPort : settings.proxyPort)])
    t.is(part === 'api' ? settings.apiHost : settings.proxyHost, '0.0.0.0')
    t.deepEqual(commandOf(textsOf(image, 'HEALTHCHECK')[0]), ['node', 'bin/healthcheck.ts', part])
    // The launcher has the options of Node and the environment, for as many processors as the container may use.
    t.deepEqual(commandOf(textsOf(image, 'CMD')[0]), ['node', 'bin/launch.mjs', `${part}/main.ts`])
    const copied = textsOf(image, 'COPY').flatMap((text) => copyOf(text).sources)
    for (const path of ['bin/launch.mjs', 'bin/launch']) t.true(copied.includes(path), path)
  })

  test(`${name} copies only what exists and .dockerignore lets in, and all that it runs`, (t) => {
    const copied = readDockerfile(name).flatMap((stage) => textsOf(stage, 'COPY').map(copyOf))
    const fromHere = copied.filter(({ from }) => from === undefined).flatMap(({ sources }) => sources)
    for (const source of fromHere) {
      t.true(existsSync(join(ROOT, source)), source)
      t.true(allowedSources().includes(source), `${source} is let in`)
    }
    for (const needed of [
      'core',
      'certs',
      'config',
      'tier3',
      ...(name === 'Dockerfile.api' ? ['api', 'cli'] : ['proxy']),
    ]) {
      t.true(fromHere.includes(needed), needed)
    }
  })

  testWith(test, 'hadolint')(`hadolint has nothing to say about ${name}`, (t) => {
    const { status, stdout, stderr } = spawnSync(join(LINTERS, 'hadolint'), [join(ROOT, name)], { encoding: 'utf8' })
    t.is(status, 0, stdout + stderr)
  })
}

test('both images are built of the same packages, so that one compilation serves both', (t) => {
  const [api, proxy] = DOCKERFILES.map((name) => readDockerfile(name)[0])
  t.deepEqual(api, proxy)
})

testWith(test, 'console')('the image of the API carries the console, built of what its own stage copies', (t) => {
  const stage = readDockerfile('Dockerfile.api').find(({ name }) => name === 'console')
  const folder = temporaryFolder(t)
  for (const { sources, target } of textsOf(stage, 'COPY').map(copyOf)) {
    for (const source of sources) {
      const to = target.endsWith('/') ? join(folder, target, basename(source)) : join(folder, target)
      cpSync(join(ROOT, source), to, { recursive: true })
    }
  }
  // Its RUN installs them; they are here already.
  symlinkSync(join(ROOT, 'console/node_modules'), join(folder, 'console/node_modules'))
  const [command, ...others] = textsOf(stage, 'RUN')
  t.deepEqual(others, [])
  const [program, ...args] = command?.split(' ') ?? []
  t.is(program, 'node')
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  t.is(status, 0, stderr)
  const [copied] = textsOf(readDockerfile('Dockerfile.api').at(-1), 'COPY')
    .map(copyOf)
    .filter(({ from }) => from === 'console')
  t.deepEqual(copied, { from: 'console', sources: ['/app/console/dist'], target: './console/dist' })
  t.true(existsSync(join(folder, 'console/dist/index.html')))
  t.is(readFileSync(join(folder, 'console/dist/.stamp'), 'utf8').length, 64)
})

test('the images have the Node that the launcher fetches', (t) => {
  const launcher = readFileSync(join(ROOT, 'bin/launch/node.mjs'), 'utf8')
  const version = /'(26\.\d+\.\d+)'/.exec(launcher)?.[1]
  t.regex(readDockerfile('Dockerfile.api')[0]?.base ?? '', new RegExp(`^node:${version}-`))
})

function compose(
  given: Readonly<Record<string, string>>,
  file: string = join(ROOT, 'docker-compose.yml'),
  ...more: string[]
) {
  const env = { PATH: process.env.PATH, ...given }
  const { status, stdout, stderr } = spawnSync(join(LINTERS, 'compose-config'), [file, ...more], {
    encoding: 'utf8',
    env,
  })
  return { status, stderr, services: status === 0 ? (JSON.parse(stdout).services as Record<string, Service>) : {} }
}

const testWithCompose = testWith(test, 'compose-config')

testWithCompose('compose starts nothing before every name is given, and says which is not', (t) => {
  t.is(compose(GIVEN).status, 0, compose(GIVEN).stderr)
  for (const name of Object.keys(GIVEN)) {
    const { status, stderr } = compose({ ...GIVEN, [name]: '' })
    t.not(status, 0, name)
    t.true(stderr.includes(`required variable ${name} is missing a value`), stderr)
  }
})

testWithCompose('compose gives every part its place, its health and its restarts', (t) => {
  const { services } = compose(GIVEN)
  const { handover, ...lasting } = services
  t.deepEqual(Object.keys(lasting).sort(), ['api', 'mongodb', 'proxy', 'redis'])
  t.is(handover?.restart, 'no')
  for (const [name, service] of Object.entries(lasting)) {
    t.is(service.restart, 'unless-stopped', name)
    // Ours have theirs in the image.
    t.true(service.healthcheck !== undefined || service.build !== undefined, name)
    t.true(
      service.volumes.every(({ type }) => type === 'volume'),
      name,
    )
    t.regex(
      service.image,
      name in { api: 0, proxy: 0 } ? new RegExp(`^weir-${name}:${VERSION}$`) : /:\d+\.\d+$/,
      `${name} is pinned`,
    )
    t.truthy(service.mem_limit, `${name} has a limit of memory`)
    t.deepEqual(service.logging?.options, { 'max-file': '5', 'max-size': '10m' }, `${name} has a limit of logs`)
  }
  t.is(services.api?.build?.dockerfile, 'Dockerfile.api')
  t.is(services.proxy?.build?.dockerfile, 'Dockerfile.proxy')
  t.is(services.api?.depends_on?.mongodb?.condition, 'service_healthy')
  t.is(services.handover?.depends_on?.api?.condition, 'service_healthy')
  t.is(services.handover?.image, services.api?.image)
  t.is(services.proxy?.depends_on?.handover?.condition, 'service_completed_successfully')
  t.true(services.api?.read_only)
  t.true(services.proxy?.read_only)
  t.regex(services.redis?.command?.join(' ') ?? '', /--appendonly yes --maxmemory-policy noeviction/)
  t.deepEqual(services.api?.networks?.default?.aliases, [GIVEN.WEIR_PUBLIC_HOST])
})

testWithCompose('what compose gives them, API and proxy take, with the secrets that are made for them', (t) => {
  const { services } = compose(GIVEN)
  const folder = temporaryFolder(t)
  const made = join(folder, 'made')
  t.is(makeSecrets(t, made).status, 0)
  const api = loadSettings(
    { ...variablesOf(readDockerfile('Dockerfile.api').at(-1)), ...secretsIn(made, services.api?.environment) },
    folder,
  )
  const read = (name: string) => readFileSync(join(made, name), 'utf8')
  const mongodb = new URL(api.mongodbUrl ?? '')
  t.is(mongodb.password, read('mongodb_password'))
  t.deepEqual(Object.fromEntries(mongodb.searchParams), { authSource: 'weir', replicaSet: 'weir' })
  t.regex(read('mongodb_key'), /^[0-9a-f]{64}$/)
  t.is(api.redisUrl?.hostname, 'redis')
  t.is(api.redisUrl?.password, read('redis_password'))
  t.is(api.jwtSecret?.length, 64)
  t.is(api.publicUrl?.hostname, GIVEN.WEIR_PUBLIC_HOST)
  // These come from the API, at run time.
  const { WEIR_API_CA, WEIR_SERVICE_TOKEN_FILE, ...environment } = services.proxy?.environment ?? {}
  t.deepEqual([WEIR_API_CA, WEIR_SERVICE_TOKEN_FILE], ['/data/ca.pem', '/data/proxy-token'])
  // What runs is what the images say, with Node's options.
  for (const name of ['api', 'proxy']) t.falsy(services[name]?.command, name)
  const proxy = loadSettings({ ...variablesOf(readDockerfile('Dockerfile.proxy').at(-1)), ...environment }, folder)
  t.is(proxy.proxyAuth, 'none')
  t.is(proxy.apiUrl?.hostname, GIVEN.WEIR_PUBLIC_HOST)
  t.deepEqual([...api.unknownVariables, ...proxy.unknownVariables], [])
})

testWithCompose('each container gets the secrets that it needs as files, and none in its environment', (t) => {
  const { services } = compose(GIVEN)
  const given = (name: string) => (services[name]?.secrets ?? []).map(({ source }) => source).sort()
  t.deepEqual(given('api'), ['admin_password', 'jwt_secret', 'mongodb_url', 'redis_url'])
  t.deepEqual(given('mongodb'), ['mongodb_key', 'mongodb_password'])
  t.deepEqual(given('redis'), ['redis_password'])
  for (const name of ['proxy', 'handover']) t.deepEqual(given(name), [], name)
  for (const [name, { environment }] of Object.entries(services))
    for (const [variable, value] of Object.entries(environment ?? {}))
      if (/PASSWORD|SECRET|TOKEN|MONGODB_URL|REDIS_URL/.test(variable))
        t.true(value === '' || /^\/(run\/secrets|data)\//.test(value), `${variable} of ${name}`)
})

/** Secrets that only some installations have, and the parts that get them. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  WEIR_CA_PASSPHRASE: ['api', 'proxy'],
  WEIR_JWT_SECRET_PREVIOUS: ['api'],
  WEIR_OIDC_CLIENT_SECRET: ['api'],
  WEIR_OTLP_HEADERS: ['api', 'proxy'],
  WEIR_SMTP_URL: ['api'],
  WEIR_TIER3_API_KEY: ['api', 'proxy'],
  WEIR_UPSTREAM_PROXY: ['proxy'],
}
/** Of settings, without those that are the path of a file. */
const SECRETS = Object.values<{ variable: string; secret: boolean; isPath: boolean }>(DEFINITIONS)
  .filter(({ secret, isPath }) => secret && !isPath)
  .map(({ variable }) => variable)

testWithCompose('a secret in .env becomes a file, which only the parts that need it get, and stays one', (t) => {
  const project = temporaryFolder(t)
  for (const file of ['docker-compose.yml', 'deploy/compose'])
    cpSync(join(ROOT, file), join(project, file), { recursive: true })
  const folder = join(project, 'secrets')
  const clearOf = (variable: string) => `clear-${variable.toLowerCase()}-p@ss:'w0rd`
  // Without a line end, as editors leave it.
  const given = SECRETS.map((name) => `${name}=${clearOf(name)}`)
  writeFileSync(join(project, '.env'), ['WEIR_RETENTION_DAYS=30', ...given].join('\n'))
  const parts = () => {
    const made = makeSecrets(t, folder, { WEIR_REDIS_PASSWORD: 'r' }, project)
    t.is(made.status, 0, made.stderr)
    const overlay = join(folder, 'compose.yml')
    const { services, stderr } = compose(GIVEN, join(project, 'docker-compose.yml'), overlay)
    t.truthy(services.api, stderr)
    return { made, services, overlay }
  }
  const { services, overlay } = parts()
  const env = readFileSync(join(project, '.env'), 'utf8')
  t.true(env.endsWith(`\nCOMPOSE_FILE=docker-compose.yml:${overlay}\n`), 'docker compose by itself knows of it')
  for (const name of ['api', 'proxy']) {
    const { environment = {}, secrets = [] } = services[name] ?? {}
    t.is(environment.WEIR_RETENTION_DAYS, '30')
    for (const variable of SECRETS) t.falsy(environment[variable], `${variable} of ${name}`)
    t.false(JSON.stringify(environment).includes('clear-'))
    for (const [variable, of] of Object.entries(OPTIONAL)) {
      const file = variable.replace('WEIR_', '').toLowerCase()
      t.is(
        environment[`${variable}_FILE`],
        of.includes(name) ? `/run/secrets/${file}` : undefined,
        `${variable} of ${name}`,
      )
      t.is(secrets.map(({ source }) => source).includes(file), of.includes(name), file)
      t.is(readFileSync(join(folder, file), 'utf8'), clearOf(variable))
    }
  }
  t.is(services.proxy?.environment.WEIR_SERVICE_TOKEN_FILE, '/data/proxy-token')
  // Once they are files they need not stand there.
  writeFileSync(join(project, '.env'), `COMPOSE_FILE=docker-compose.yml:${overlay}\n`)
  t.is(parts().services.api?.environment.WEIR_SMTP_URL_FILE, '/run/secrets/smtp_url')
  for (const variable of Object.keys(OPTIONAL)) rmSync(join(folder, variable.replace('WEIR_', '').toLowerCase()))
  t.is(parts().services.api?.environment.WEIR_SMTP_URL_FILE, undefined, 'and the file goes with them')
})

test('the command of compose makes the password of Grafana where it is asked for', (t) => {
  const folder = join(temporaryFolder(t), 'made')
  t.is(makeSecrets(t, folder, { COMPOSE_FILE: 'docker-compose.yml:docker-compose.monitoring.yml' }).status, 0)
  t.regex(readFileSync(join(folder, 'grafana_admin_password'), 'utf8'), /^[0-9a-f]{32}$/)
})

test('the command of compose makes what is missing, once, and keeps what is there', (t) => {
  const folder = join(temporaryFolder(t), 'made')
  const first = makeSecrets(t, folder, { WEIR_REDIS_PASSWORD: 'from-before' })
  t.is(first.status, 0, first.stderr)
  t.regex(first.stdout, /password is in .*admin_password/)
  t.regex(first.stdout, /docker compose up --build --detach --wait/)
  t.is(statSync(folder).mode & 0o777, 0o700)
  const ofMongodb = ['mongodb_key', 'mongodb_password', 'mongodb_url']
  const names = ['admin_password', 'jwt_secret', ...ofMongodb, 'redis_password', 'redis_url']
  const read = () => names.map((name) => readFileSync(join(folder, name), 'utf8'))
  t.deepEqual(readdirSync(folder).sort(), names)
  const before = read()
  t.true(before.every((text) => text.length > 0 && !text.endsWith('\n')))
  t.deepEqual(before.slice(-2), ['from-before', 'redis://:from-before@redis:6379'])
  t.false(before.some((text) => first.stdout.includes(text)))
  const second = makeSecrets(t, folder)
  t.false(second.stdout.includes('password is in'))
  t.deepEqual(read(), before)
  // Of an earlier release, for a single server; and of somebody's own.
  const [key, url] = [join(folder, 'mongodb_key'), join(folder, 'mongodb_url')]
  const now = readFileSync(url, 'utf8')
  const earlier = now.replace('&replicaSet=weir', '')
  t.not(earlier, now)
  for (const [written, expected] of [
    [earlier, now],
    ['mongodb://elsewhere/weir', 'mongodb://elsewhere/weir'],
  ] as const) {
    for (const file of [key, url]) rmSync(file)
    writeFileSync(url, written)
    t.is(makeSecrets(t, folder).status, 0)
    t.is(readFileSync(url, 'utf8'), expected)
    t.regex(readFileSync(key, 'utf8'), /^[0-9a-f]{64}$/)
  }
  const nameless = makeSecrets(t, folder, { WEIR_PUBLIC_HOST: '' })
  t.is(nameless.status, 2)
  t.regex(nameless.stderr, /WEIR_PUBLIC_HOST is missing/)
})

/** Runs deploy/compose/up with a docker that only says what it was asked. */
function makeSecrets(t: Scope, folder: string, more: Readonly<Record<string, string>> = {}, project = ROOT) {
  const bin = temporaryFolder(t)
  writeFileSync(join(bin, 'docker'), '#!/bin/sh\necho docker "$@"\n', { mode: 0o755 })
  const env = { PATH: `${bin}:${process.env.PATH}`, WEIR_SECRETS: folder, ...GIVEN, ...more }
  return spawnSync('sh', [join(project, 'deploy/compose/up')], { encoding: 'utf8', env })
}

/** The same environment, with the folder of this machine in place of that of the container. */
function secretsIn(folder: string, environment: Readonly<Record<string, string>> = {}) {
  const moved = Object.entries(environment).map(([name, value]) => [name, value.replace('/run/secrets', folder)])
  return Object.fromEntries(moved) as Record<string, string>
}

testWithCompose('what .env sets reaches API and proxy, and no secret does', (t) => {
  const folder = temporaryFolder(t)
  const file = join(folder, 'docker-compose.yml')
  copyFileSync(join(ROOT, 'docker-compose.yml'), file)
  const secrets = Object.values(DEFINITIONS).flatMap(({ variable, secret }) => (secret ? [variable] : []))
  const written = { ...Object.fromEntries(secrets.map((name) => [name, `secret-of-${name}`])), ...GIVEN }
  const lines = Object.entries({
    ...written,
    WEIR_FAIL_MODE: 'open',
    WEIR_RETENTION_DAYS: '30',
    WEIR_DATA_DIR: '/wrong',
  })
  writeFileSync(join(folder, '.env'), lines.map(([name, value]) => `${name}=${value}\n`).join(''))
  const { services } = compose(GIVEN, file)
  const [api, proxy] = [services.api?.environment ?? {}, services.proxy?.environment ?? {}]
  for (const environment of [api, proxy]) {
    t.like(environment, { WEIR_FAIL_MODE: 'open', WEIR_RETENTION_DAYS: '30', WEIR_DATA_DIR: '/data' })
  }
  for (const environment of [api, proxy])
    for (const name of [...SECRETS, 'WEIR_MONGODB_PASSWORD', 'WEIR_REDIS_PASSWORD']) t.falsy(environment[name], name)
  const volumes = (name: string) => services[name]?.volumes.map(({ source }) => source)
  t.deepEqual([volumes('api'), volumes('proxy')], [['data'], ['proxy']], 'the proxy does not see the API’s secrets')
})

testWithCompose('the proxy answers /metrics under the name by which containers beside it ask', (t) => {
  const { services } = compose(GIVEN)
  const later = { WEIR_API_CA: undefined, WEIR_SERVICE_TOKEN_FILE: undefined }
  const proxy = loadSettings({ ...services.proxy?.environment, ...later }, temporaryFolder(t))
  const isOwnName = createIsOwnName(proxy, services.proxy?.hostname ?? 'a1b2c3d4e5f6')
  t.true(isOwnName('proxy'))
  t.false(isOwnName('api'))
})

testWithCompose('compose publishes the proxy on this machine alone, unless it is told otherwise', (t) => {
  const published = (given: Readonly<Record<string, string>>) => compose(given).services.proxy?.ports
  t.like(published(GIVEN), [{ host_ip: '127.0.0.1', published: '8080' }])
  t.like(published({ ...GIVEN, PUBLISH_PROXY_ON: '0.0.0.0' }), [{ host_ip: '0.0.0.0', published: '8080' }])
})

testWithCompose('Weir is no root in MongoDB, and only the API reaches the databases', (t) => {
  const { services } = compose(GIVEN)
  const { mongodb, redis, proxy, api } = services
  t.false(Object.keys(mongodb?.environment ?? {}).some((name) => name.startsWith('MONGO_INITDB_ROOT')))
  t.is(mongodb?.user, 'mongodb')
  t.deepEqual(mongodb?.entrypoint, ['sh', '/etc/weir/mongodb'])
  t.deepEqual(
    mongodb?.configs?.map(({ target }) => target),
    ['/etc/weir/mongodb', '/etc/weir/mongodb.js'],
  )
  // It reaps the server that was started first.
  t.true(mongodb?.init)
  // The name in the configuration of the replica set is its own, also while it listens on this address alone.
  t.deepEqual(mongodb?.extra_hosts, ['mongodb=127.0.0.1'])
  t.regex(mongodb?.healthcheck?.test.join(' ') ?? '', /test -e \/tmp\/ready && mongosh .*isWritablePrimary/)
  for (const database of [mongodb, redis]) t.deepEqual(Object.keys(database?.networks ?? {}), ['data'])
  t.deepEqual(Object.keys(proxy?.networks ?? {}), ['default'])
  t.deepEqual(Object.keys(api?.networks ?? {}).sort(), ['data', 'default'])
})
