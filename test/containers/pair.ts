import { basename, join } from 'node:path'
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../support/api.ts'
import type { Scope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'
import { buildEnvironment } from './build-environment.ts'
import { Builder, type Image } from './image.ts'
import { Machine } from './machine.ts'
import { freePort, Part } from './part.ts'

const HANDED_OVER = ['ca.pem', 'ca.key', 'secrets/proxy-token']

/** Both images, built by their own steps and sealed, each with a volume, on ports that are free. */
export interface Pair {
  readonly machine: Machine
  readonly images: { readonly api: Image; readonly proxy: Image }
  readonly api: Part
  readonly proxy: Part
  /** https://localhost:PORT */
  readonly origin: string
  /** http://localhost:PORT */
  readonly proxyUrl: string
  readonly startApi: () => void
  /** Once the API is ready: gives the proxy what the compose file's volumes do, and starts it. */
  readonly startProxy: () => Promise<void>
}

/** @param compiles re2 is compiled, which takes minutes */
export async function buildPair(scope: Scope, compiles: boolean): Promise<Pair> {
  const environment = buildEnvironment(temporaryFolder(scope), compiles)
  const machine = await Machine.start(scope)
  const builder = new Builder(machine, environment)
  const images = { api: await builder.build('Dockerfile.api'), proxy: await builder.build('Dockerfile.proxy') }
  const [apiVolume, proxyVolume] = [machine.folder('api-volume'), machine.folder('proxy-volume')]
  await machine.seal(images.api.root, apiVolume)
  await machine.seal(images.proxy.root, proxyVolume)
  const [apiPort, proxyPort] = [await freePort(), await freePort()]
  const origin = `https://localhost:${apiPort}`
  const api = new Part(machine, images.api, {
    WEIR_PUBLIC_URL: origin,
    WEIR_API_PORT: String(apiPort),
    WEIR_ADMIN_EMAIL: ADMIN_EMAIL,
    WEIR_ADMIN_PASSWORD: ADMIN_PASSWORD,
    WEIR_JWT_SECRET: 'j'.repeat(64),
  })
  const proxy = new Part(machine, images.proxy, {
    WEIR_API_URL: `${origin}/api/v1`,
    WEIR_API_CA: '/data/ca.pem',
    WEIR_SERVICE_TOKEN_FILE: '/data/proxy-token',
    WEIR_PROXY_PORT: String(proxyPort),
  })
  return {
    machine,
    images,
    api,
    proxy,
    origin,
    proxyUrl: `http://localhost:${proxyPort}`,
    startApi: () => api.start(images.api.command),
    async startProxy() {
      for (const file of HANDED_OVER) {
        await machine.copy(join(apiVolume, file), join(proxyVolume, basename(file)))
        await machine.run(images.proxy.root, ['chown', '1000:1000', join('/data', basename(file))])
      }
      proxy.start(images.proxy.command)
    },
  }
}
