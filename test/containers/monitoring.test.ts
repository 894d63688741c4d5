import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { LINTERS, testWith } from '../support/optional.ts'

const ROOT = join(import.meta.dirname, '../..')
const READER = join(LINTERS, 'compose-config')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const GIVEN = {
  WEIR_PUBLIC_HOST: 'weir.test',
  WEIR_ADMIN_EMAIL: 'admin@weir.test',
  WEIR_ADMIN_PASSWORD: 'Correct-Horse-1-Battery',
  WEIR_JWT_SECRET: 'j'.repeat(64),
  WEIR_MONGODB_PASSWORD: 'm'.repeat(64),
  WEIR_REDIS_PASSWORD: 'r'.repeat(64),
}

interface Service {
  readonly image: string
  readonly command: readonly string[] | null
  readonly ports?: readonly { readonly host_ip?: string; readonly published: string }[]
  readonly volumes: readonly { readonly type: string; readonly source: string; readonly target: string }[]
  readonly mem_limit?: string | number
  readonly networks?: Readonly<Record<string, unknown>>
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly { readonly source: string }[]
}

function compose(given: Readonly<Record<string, string>>) {
  const files = ['docker-compose.yml', 'docker-compose.monitoring.yml'].map((name) => join(ROOT, name))
  return spawnSync(READER, files, { encoding: 'utf8', env: { PATH: process.env.PATH, ...given } })
}

const withReader = testWith(test, 'compose-config')

withReader('Prometheus and Grafana join the others, with what they need and no more', (t) => {
  const { status, stdout, stderr } = compose(GIVEN)
  t.is(status, 0, stderr)
  const services = JSON.parse(stdout).services as Record<string, Service>
  const { prometheus, grafana } = services
  for (const [name, service] of Object.entries({ prometheus, grafana })) {
    t.regex(service?.image ?? '', /:v?\d+\.\d+\.\d+$/, `${name} is pinned`)
    t.truthy(service?.mem_limit, name)
    t.false('data' in (service?.networks ?? {}), `${name} does not reach the databases`)
    for (const { type, source, target } of service?.volumes ?? []) {
      if (type === 'bind') t.true(existsSync(source), `${target} of ${name}`)
      else t.not(source, 'data', `${name} does not see the API's secrets`)
    }
  }
  t.is(grafana?.environment?.GF_SECURITY_ADMIN_PASSWORD__FILE, '/run/secrets/grafana_admin_password')
  t.is(grafana?.environment?.GF_SECURITY_ADMIN_PASSWORD, undefined)
  t.deepEqual(
    grafana?.secrets?.map(({ source }) => source),
    ['grafana_admin_password'],
  )
  t.is(prometheus?.ports, undefined)
  t.like(grafana?.ports, [{ host_ip: '127.0.0.1', published: '3000' }])
  const targetOf = (service: Service | undefined, source: string) =>
    service?.volumes.find((volume) => volume.source.endsWith(source))?.target
  t.is(targetOf(prometheus, 'config/prometheus'), '/etc/prometheus')
  t.true(read('config/prometheus/prometheus.yml').includes(`ca_file: ${targetOf(prometheus, 'metrics-ca')}/ca.pem`))
  const dashboards = targetOf(grafana, 'config/grafana/dashboards')
  t.true(read('config/grafana/provisioning/dashboards/weir.yml').includes(`path: ${dashboards}\n`))
  t.is(targetOf(grafana, 'config/grafana/provisioning'), '/etc/grafana/provisioning')
  t.true(read('config/grafana/provisioning/datasources/prometheus.yml').includes('url: http://prometheus:9090\n'))
  for (const [, name = ''] of read('config/prometheus/prometheus.yml').matchAll(/targets: \['(\w+):\d+'\]/g)) {
    t.true(name in services, name)
  }
})
