import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import test from 'ava'
import { parseAllDocuments } from 'yaml'
import { openAuthority } from '../../certs/authority.ts'
import { DEFINITIONS } from '../../config/definitions.ts'
import { adminCommand } from '../support/admin-command.ts'
import { startTestApi } from '../support/api.ts'
import { LINTERS, testWith } from '../support/optional.ts'
import { temporaryFile, temporaryFolder } from '../support/temp.ts'

const ROOT = join(import.meta.dirname, '../..')
const DEPLOY = join(ROOT, 'deploy')
const KUSTOMIZE = join(LINTERS, 'kustomize')
const VALIDATE = join(LINTERS, 'kubernetes-validate')
/** The oldest that the sidecar runs on, and a recent one. */
const VERSIONS = ['1.29', '1.34']
/** Those that go on running, and all. */
const LASTING = ['weir-api.service', 'weir-proxy.service']
const UNITS = ['weir-api.service', 'weir-backup.service', 'weir-proxy.service']
const TIMER = 'weir-backup.timer'
const unitText = (unit: string) => readFileSync(join(DEPLOY, 'systemd', unit), 'utf8')
const SETTINGS = new Map<string, { readonly secret: boolean }>(
  Object.values(DEFINITIONS).map(({ variable, secret }) => [variable, { secret }]),
)

const APPLICATION = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: billing, labels: {weir: sidecar}}
spec:
  selector: {matchLabels: {app: billing}}
  template:
    metadata: {labels: {app: billing}}
    spec:
      containers: [{name: app, image: billing}]
`

interface Named {
  readonly name: string
}

interface Container extends Named {
  readonly image?: string
  readonly restartPolicy?: string
  readonly command?: readonly string[]
  readonly env?: readonly Named[]
  readonly resources?: { readonly limits?: { readonly memory?: string } }
  readonly securityContext?: {
    readonly readOnlyRootFilesystem?: boolean
    readonly allowPrivilegeEscalation?: boolean
    readonly capabilities?: { readonly drop?: readonly string[] }
  }
  readonly volumeMounts?: readonly Named[]
  readonly livenessProbe?: { readonly httpGet?: object }
  readonly readinessProbe?: { readonly httpGet?: object }
  readonly startupProbe?: { readonly httpGet?: object }
}

interface Pod {
  readonly automountServiceAccountToken?: boolean
  readonly securityContext?: { readonly runAsNonRoot?: boolean; readonly seccompProfile?: { readonly type?: string } }
  readonly initContainers?: readonly Container[]
  readonly containers: readonly Container[]
  readonly volumes?: readonly Named[]
}

interface Resource {
  readonly kind: string
  readonly metadata: Named
  readonly spec?: { readonly template?: { readonly spec?: Pod } }
  readonly data?: Readonly<Record<string, string>>
}

function run(command: string, ...args: string[]) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', timeout: 110_000 })
  return { status, output: `${stdout}${stderr}${error?.message ?? ''}`, stdout }
}

function render(folder: string): Resource[] {
  const { status, output, stdout } = run(KUSTOMIZE, 'build', folder)
  if (status !== 0) throw new Error(output)
  return parseAllDocuments(stdout).map((document) => document.toJS() as Resource)
}

const podsOf = (resources: readonly Resource[]): Pod[] => resources.flatMap(({ spec }) => spec?.template?.spec ?? [])
const containersOf = (pod: Pod): Container[] => [...(pod.initContainers ?? []), ...pod.containers]

/** A setting, or the file of one that is a secret. */
function isSetting(name: string): boolean {
  return SETTINGS.has(name) || SETTINGS.get(name.replace(/_FILE$/, ''))?.secret === true
}

const withKustomize = testWith(test, 'kustomize')
const withValidate = testWith(test, 'kustomize', 'kubernetes-validate')
const withSystemd = testWith(test, 'systemd')

for (const folder of ['base', 'daemonset']) {
  withValidate(`kubernetes/${folder} is what Kubernetes takes, without a field it does not know`, (t) => {
    const { status, stdout } = run(KUSTOMIZE, 'build', join(DEPLOY, 'kubernetes', folder))
    t.is(status, 0)
    const file = temporaryFile(t, stdout)
    for (const version of VERSIONS) {
      const validated = run(VALIDATE, '--strict', '--quiet', '--no-warn', '-k', version, file)
      t.is(validated.status, 0, validated.output)
    }
  })

  withKustomize(`kubernetes/${folder} runs everything without privileges, with limits and probes`, (t) => {
    const pods = podsOf(render(join(DEPLOY, 'kubernetes', folder)))
    t.is(pods.length, 2)
    for (const pod of pods) {
      t.true(pod.securityContext?.runAsNonRoot)
      t.is(pod.securityContext?.seccompProfile?.type, 'RuntimeDefault')
      t.false(pod.automountServiceAccountToken)
      const volumes = new Set(pod.volumes?.map(({ name }) => name))
      for (const container of containersOf(pod)) {
        const { name, securityContext, resources, volumeMounts, image } = container
        t.true(securityContext?.readOnlyRootFilesystem, name)
        t.false(securityContext?.allowPrivilegeEscalation, name)
        t.deepEqual(securityContext?.capabilities?.drop, ['ALL'], name)
        t.truthy(resources?.limits?.memory, name)
        t.regex(image ?? '', /:0\.1\.0$/, 'the version of package.json')
        for (const { name: volume } of volumeMounts ?? []) t.true(volumes.has(volume), volume)
      }
      for (const { name, command, livenessProbe, readinessProbe, startupProbe } of pod.containers) {
        // That of the image, with Node's options and the pool of threads.
        t.is(command, undefined, name)
        for (const probe of [livenessProbe, readinessProbe, startupProbe]) t.truthy(probe?.httpGet, name)
      }
    }
  })

  withKustomize(`every setting that kubernetes/${folder} names exists, and secrets come from files`, (t) => {
    const resources = render(join(DEPLOY, 'kubernetes', folder))
    const containers = podsOf(resources).flatMap(containersOf)
    const variables = containers.flatMap(({ env }) => env?.map(({ name }) => name) ?? [])
    const literals = resources.flatMap(({ kind, data }) => (kind === 'ConfigMap' ? Object.keys(data ?? {}) : []))
    t.true(variables.length > 4 && literals.length > 4)
    for (const name of [...variables, ...literals]) t.true(isSetting(name), name)
    t.false(resources.some(({ kind }) => kind === 'Secret'))
    const inClear = [...variables, ...literals].filter((name) => SETTINGS.get(name)?.secret)
    t.deepEqual(inClear, ['WEIR_API_TLS_KEY'], 'which is a path')
  })
}

withKustomize('with a DaemonSet there is no Deployment of the proxy, and nothing that is about one', (t) => {
  const resources = render(join(DEPLOY, 'kubernetes/daemonset')).map(({ kind, metadata }) => `${kind} ${metadata.name}`)
  t.deepEqual(
    resources.filter((name) => name.endsWith(' weir-proxy')),
    ['ServiceAccount weir-proxy', 'Service weir-proxy', 'DaemonSet weir-proxy', 'NetworkPolicy weir-proxy'],
  )
})

withKustomize('the sidecar joins the application that asks for it, and no other', (t) => {
  const folder = temporaryFolder(t)
  const component = relative(folder, join(DEPLOY, 'kubernetes/sidecar'))
  writeFileSync(
    join(folder, 'app.yaml'),
    `${APPLICATION}---${APPLICATION.replace('sidecar', 'none').replaceAll('billing', 'other')}`,
  )
  writeFileSync(
    join(folder, 'kustomization.yaml'),
    `resources: [app.yaml]\ncomponents: [${JSON.stringify(component)}]\n`,
  )
  const [billing, other] = podsOf(render(folder))
  const names = (pod: Pod | undefined) => pod && containersOf(pod).map(({ name }) => name)
  t.deepEqual(names(billing), ['weir-ca', 'weir-proxy', 'app'])
  t.deepEqual(names(other), ['app'])
  const sidecar = billing?.initContainers?.[1]
  t.is(sidecar?.restartPolicy, 'Always')
  for (const { name } of sidecar?.env ?? []) t.true(isSetting(name), name)
})

test("the secrets that manifests mount are in the guide's table, with their keys", (t) => {
  const guide = readFileSync(join(DEPLOY, 'kubernetes/README.md'), 'utf8')
  const manifests = ['base/api.yaml', 'base/proxy.yaml', 'sidecar/sidecar.yaml'].map((name) =>
    readFileSync(join(DEPLOY, 'kubernetes', name), 'utf8'),
  )
  for (const [, secret] of manifests.join().matchAll(/secretName: (\S+)/g))
    t.true(guide.includes(`| \`${secret}\` |`), secret)
  for (const [, key] of manifests.join().matchAll(/\/run\/weir\/secrets\/(\S+)/g))
    t.true(guide.includes(`\`${key}\``), key)
})

test('the units name settings that exist', (t) => {
  t.deepEqual(
    readdirSync(join(DEPLOY, 'systemd')).filter((name) => name.endsWith('.service')),
    UNITS,
  )
  for (const unit of UNITS) {
    const text = unitText(unit)
    const names = [...text.matchAll(/^Environment=(WEIR_[A-Z_0-9]+)=/gm)].map(([, name]) => name ?? '')
    t.is(names.length, unit === 'weir-proxy.service' ? 3 : 2, 'each is looked up below')
    for (const name of names) t.true(isSetting(name), name)
    // Through the launcher, which has Node's options, with the Node that is there.
    const [, program = ''] = /^ExecStart=\/usr\/bin\/env node bin\/launch\.mjs (\S+)(?: .*)?$/m.exec(text) ?? []
    t.true(existsSync(join(ROOT, program)), program)
    // "%d" is of systemd 250, credentials are of 247.
    t.notRegex(text, /%d/)
    for (const [, name = '', file] of text.matchAll(/^LoadCredential=(\S+):(\S+)$/gm)) {
      t.is(file, `/etc/weir/${name}`)
      t.true(text.includes(`%t/credentials/%n/${name}`), `${name} is used`)
    }
  }
})

withSystemd('systemd takes the units as they are, and finds little that they could do beyond their work', (t) => {
  const folder = temporaryFolder(t)
  const paths = UNITS.map((unit) => {
    const path = join(folder, unit)
    writeFileSync(path, unitText(unit).replace(/^Documentation=.*\n/m, ''))
    return path
  })
  const timer = join(folder, TIMER)
  writeFileSync(timer, unitText(TIMER))
  const verified = run('systemd-analyze', 'verify', ...paths, timer)
  t.deepEqual([verified.status, verified.output], [0, ''])
  const [, calendar = ''] = /^OnCalendar=(.+)$/m.exec(unitText(TIMER)) ?? []
  t.regex(run('systemd-analyze', 'calendar', '--iterations=2', calendar).stdout, /02:00:00/)
  // 20 stands for 2.0: "OK" is up to 4.9, and what takes part in networks does not come below 1.
  const { status, output } = run('systemd-analyze', 'security', '--offline=true', '--threshold=20', ...paths)
  t.is(status, 0, output)
})

test('every machine takes one CA at its first start, and keeps what replaces it', async (t) => {
  const [etc, state] = [temporaryFolder(t), temporaryFolder(t)]
  const made = await adminCommand(temporaryFolder(t), ['ca', 'create', '--to', etc])
  t.is(made.code, 0, made.stderr)
  const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')
  for (const unit of LASTING) {
    const [, script = ''] = /^ExecStartPre=\/bin\/sh -c '(.*)'$/m.exec(unitText(unit)) ?? []
    const data = join(state, /^StateDirectory=(\S+)$/m.exec(unitText(unit))?.[1] ?? '')
    mkdirSync(data)
    const begin = () => {
      const here = script.replaceAll('%t/credentials/%n', etc).replaceAll('%S', state)
      t.is(run('sh', '-c', here).status, 0, script)
    }
    begin()
    for (const name of ['ca.pem', 'ca.key']) t.is(read(data, name), read(etc, name), `${name} of ${unit}`)
    t.is(statSync(join(data, 'ca.key')).mode & 0o777, 0o600)
    t.is(openAuthority(data, () => new Date()).fingerprint, openAuthority(etc, () => new Date()).fingerprint)
    // As after "ca rotate".
    for (const name of ['ca.pem', 'ca.key']) writeFileSync(join(data, name), 'another')
    begin()
    t.is(read(data, 'ca.key'), 'another')
  }
  const again = await adminCommand(temporaryFolder(t), ['ca', 'create', '--to', etc])
  t.deepEqual([again.code, again.stderr], [1, `${etc} has a CA already: devices that trust it need no other\n`])
})

test('the backup that the timer starts can be made night after night', async (t) => {
  const api = await startTestApi(t)
  const [, line = ''] = /^ExecStart=.* cli\/main\.ts (.*)$/m.exec(unitText('weir-backup.service')) ?? []
  const state = temporaryFolder(t)
  const args = line.replace('%S', state).split(' ')
  for (const night of [1, 2]) {
    t.is((await adminCommand(api.settings.dataDir, args)).code, 0, line)
    t.is(readdirSync(join(state, 'weir-backup')).length, night)
  }
  t.regex(unitText('weir-backup.service'), /^StateDirectory=weir-backup$/m)
  t.is((await adminCommand(temporaryFolder(t), ['restore', '--from', join(state, 'weir-backup')])).code, 0)
})

withValidate('the command that makes the secret weir-ca gives what Kubernetes and the proxies take', async (t) => {
  const dataDir = temporaryFolder(t)
  const { code, stdout, stderr } = await adminCommand(dataDir, ['ca', 'create', '--kubernetes-secret', 'weir-ca'])
  t.is(code, 0, stderr)
  const file = temporaryFile(t, stdout)
  for (const version of VERSIONS) {
    const validated = run(VALIDATE, '--strict', '--quiet', '--no-warn', '-k', version, file)
    t.is(validated.status, 0, validated.output)
  }
  const secret = JSON.parse(stdout) as Resource & { readonly type: string }
  t.deepEqual([secret.kind, secret.metadata.name, secret.type], ['Secret', 'weir-ca', 'kubernetes.io/tls'])
  // As the container "ca" of the pods copies them.
  const folder = temporaryFolder(t)
  for (const [key, name] of Object.entries({ 'tls.crt': 'ca.pem', 'tls.key': 'ca.key' }))
    writeFileSync(join(folder, name), Buffer.from(secret.data?.[key] ?? '', 'base64'), { mode: 0o600 })
  t.true(stderr.includes(openAuthority(folder, () => new Date()).fingerprint))
  t.deepEqual(readdirSync(dataDir), [], 'the data directory stays as it is')
  for (const wrong of [[], ['--kubernetes-secret', 'Weir_CA'], ['--to', 'x', '--kubernetes-secret', 'x']])
    t.is((await adminCommand(dataDir, ['ca', 'create', ...wrong])).code, 2, wrong.join(' '))
})

for (const base of ['base', 'daemonset']) {
  withValidate(
    `devices outside of the cluster reach the proxies of kubernetes/${base}, from where clients may come`,
    (t) => {
      const folder = temporaryFolder(t)
      const path = (name: string) => JSON.stringify(relative(folder, join(DEPLOY, 'kubernetes', name)))
      writeFileSync(
        join(folder, 'kustomization.yaml'),
        `resources: [${path(base)}]\ncomponents: [${path('outside')}]\n`,
      )
      const { status, stdout, output } = run(KUSTOMIZE, 'build', folder)
      t.is(status, 0, output)
      const file = temporaryFile(t, stdout)
      for (const version of VERSIONS)
        t.is(run(VALIDATE, '--strict', '--quiet', '--no-warn', '-k', version, file).status, 0)
      const resources = parseAllDocuments(stdout).map((document) => document.toJS() as Reachable)
      const named = (kind: string, name: string) =>
        resources.find((one) => one.kind === kind && one.metadata.name === name)?.spec
      const service = named('Service', 'weir-proxy-outside')
      t.like(service, { type: 'LoadBalancer', externalTrafficPolicy: 'Local' })
      t.deepEqual(service?.selector, named('Service', 'weir-proxy')?.selector)
      // Those that WEIR_CLIENT_ALLOW_CIDRS lists by itself, but for loopback and link-local addresses.
      const isOutside = (cidr: string) => !/^(127|::1|fe80)/.test(cidr)
      const allowed = DEFINITIONS.clientAllowCidrs.fallback?.split(',').filter(isOutside)
      const [ingress] = named('NetworkPolicy', 'weir-proxy')?.ingress ?? []
      const blocks = ingress?.from?.flatMap(({ ipBlock }) => ipBlock?.cidr ?? [])
      t.deepEqual(blocks, allowed)
      t.deepEqual(
        service?.loadBalancerSourceRanges,
        allowed?.filter((cidr) => !cidr.includes(':')),
      )
    },
  )
}

interface Reachable extends Omit<Resource, 'spec'> {
  readonly spec?: {
    readonly selector?: object
    readonly loadBalancerSourceRanges?: readonly string[]
    readonly ingress?: readonly {
      readonly from?: readonly { readonly ipBlock?: { readonly cidr: string } }[]
    }[]
  }
}
