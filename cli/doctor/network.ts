import { statSync } from 'node:fs'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { operatorRoots, trustedRoots } from '../../certs/trust.ts'
import { apiAddress, type ListenAddress, ListenError, proxyAddress, tryToListen } from '../../config/listen.ts'
import type { Settings } from '../../config/settings.ts'
import { type AiServiceId, aiService } from '../../core/catalogue/ai-services.ts'
import { reachableHost } from '../../core/network/address-list.ts'
import {
  type Check,
  type Circumstances,
  type Finding,
  failed,
  machineOf,
  ok,
  reasonOf,
  skipped,
  warning,
} from './check.ts'

const WAIT_MS = 5000
const TLS_PORT = 443
/** Tokens, certificates and signatures of webhooks are judged by the time: some minutes too early or late make them invalid. */
const CLOCK_OFF_MS = 120_000
const SAMPLES: readonly AiServiceId[] = ['openai-api', 'anthropic-api']

export const ports: Check = {
  name: 'ports',
  async run({ settings }) {
    const found = await Promise.all([apiAddress(settings), proxyAddress(settings)].map(port))
    const hasRun = statSync(join(settings.dataDir, 'ca.pem'), { throwIfNoEntry: false }) !== undefined
    const isSeen = found.some(({ status }) => status !== 'skipped')
    if (!hasRun || !isSeen || found.some(({ message }) => message.includes(RUNS))) return found
    return [
      ...found,
      warning(
        'Weir does not run here, though it has run before',
        'Start it, and see the end of its log if it does not stay',
      ),
    ]
  },
}

const RUNS = 'Weir runs on'

async function port(address: ListenAddress): Promise<Finding> {
  const { host, port: number, hostVariable, portVariable } = address
  if (number === 0) return skipped(`${portVariable} is 0: the system picks a free port`)
  try {
    await tryToListen(address)
    return ok(`${portVariable}: ${host} port ${number} is free`)
  } catch (error) {
    if (!(error instanceof ListenError)) throw error
    const { code = '' } = error.cause as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' && (await isWeir(address))) return ok(`${portVariable}: ${RUNS} ${host} port ${number}`)
    const mend = {
      EADDRINUSE: `Stop what uses it, or set ${portVariable}`,
      EACCES: `Set ${portVariable} to a port above 1023, or let this user have it: AmbientCapabilities=CAP_NET_BIND_SERVICE in the systemd unit`,
    }[code]
    return failed(error.message, mend ?? `Set ${hostVariable} to an address that "ip address" shows, or to 0.0.0.0`)
  }
}

/** Both the API and the proxy answer 200 at /healthz. */
async function isWeir({ host, port: number, portVariable }: ListenAddress): Promise<boolean> {
  const tries = portVariable === 'WEIR_API_PORT' ? [requestHttps, requestHttp] : [requestHttp]
  for (const request of tries) {
    const status = await new Promise<number | undefined>((resolve) => {
      // Whether the certificate fits this name is not what is asked.
      const options = { host: reachableHost(host), port: number, path: '/healthz', rejectUnauthorized: false }
      const sent = request(options, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      sent.setTimeout(WAIT_MS, () => sent.destroy())
      sent.on('error', () => resolve(undefined))
      sent.end()
    })
    if (status === 200) return true
  }
  return false
}

/** One look-up, as the system does it. */
export const names: Check = {
  name: 'dns',
  async run(circumstances) {
    const { settings } = circumstances
    if (settings.upstreamProxy !== undefined)
      return skipped('WEIR_UPSTREAM_PROXY is set: the parent proxy looks names up')
    const [host] = hostsToTry(settings)
    if (host === undefined) return skipped('every service is connected to by WEIR_CONNECT_TO')
    try {
      const address = await within(machineOf(circumstances).lookup(host))
      return ok(`${host} has the address ${address}`)
    } catch (error) {
      return failed(
        `${host} cannot be resolved: ${reasonOf(error)}`,
        'See /etc/resolv.conf and the firewall for port 53; in a network without outside names, set WEIR_UPSTREAM_PROXY',
      )
    }
  },
}

/** The way to AI services: connection, parent proxy, certificate; and with it what time it is there. */
export const upstreams: Check = {
  name: 'upstreams',
  async run(circumstances) {
    const answers = await Promise.all(SAMPLES.map((id) => reach(circumstances, aiService(id).hosts[0] ?? '')))
    return [...answers.map(({ finding }) => finding), clock(circumstances.now(), answers)]
  },
}

interface Answer {
  readonly finding: Finding
  /** What the service said the time is. */
  readonly date?: number
}

async function reach({ settings }: Circumstances, host: string): Promise<Answer> {
  let socket: Socket | undefined
  try {
    socket = settings.upstreamProxy && (await throughParent(settings.upstreamProxy, host))
    const { issuer, date } = await ask(settings, host, socket)
    return { finding: ok(`${host} is reached, with a certificate of ${issuer}`), ...(date !== undefined && { date }) }
  } catch (error) {
    const reason = reasonOf(error)
    const isCertificate = /CERT|ISSUER|SIGNATURE|ALTNAME/.test(reason)
    const mend = isCertificate
      ? 'Something between here and the service breaks TLS open: put its CA into WEIR_UPSTREAM_CA, or let Weir pass there'
      : settings.upstreamProxy === undefined
        ? 'Let this machine connect to port 443 outside, or set WEIR_UPSTREAM_PROXY'
        : 'See address, user and password of WEIR_UPSTREAM_PROXY, and that it lets this host pass'
    return { finding: warning(`${host} cannot be reached: ${reason}`, mend) }
  } finally {
    socket?.destroy()
  }
}

function ask(settings: Settings, host: string, socket: Socket | undefined): Promise<{ issuer: string; date?: number }> {
  const target = targetOf(settings, host)
  const ca = trustedRoots(operatorRoots(settings.upstreamCa, 'WEIR_UPSTREAM_CA'))
  return within(
    new Promise((resolve, reject) => {
      const createConnection = (): TLSSocket => {
        const way = socket === undefined ? { host: target.host, port: target.port } : { socket }
        return connectTls({ ...way, servername: host, ca })
      }
      const sent = requestHttps({ host, method: 'HEAD', path: '/', createConnection }, (answer) => {
        const { issuer } = (answer.socket as TLSSocket).getPeerCertificate()
        const date = Date.parse(answer.headers.date ?? '')
        resolve({ issuer: String(issuer.O ?? issuer.CN), ...(!Number.isNaN(date) && { date }) })
        sent.destroy()
      })
      sent.setTimeout(WAIT_MS, () => sent.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
      sent.on('error', reject)
      sent.end()
    }),
  )
}

/** A tunnel through the parent proxy. @throws its error, or one whose code is the status that refused it */
function throughParent(parent: URL, host: string): Promise<Socket> {
  const request = parent.protocol === 'https:' ? requestHttps : requestHttp
  const user = `${decodeURIComponent(parent.username)}:${decodeURIComponent(parent.password)}`
  const headers =
    parent.username === '' ? {} : { 'Proxy-Authorization': `Basic ${Buffer.from(user).toString('base64')}` }
  const path = `${host}:${TLS_PORT}`
  return within(
    new Promise((resolve, reject) => {
      const options = {
        host: parent.hostname,
        port: parent.port || undefined,
        method: 'CONNECT',
        path,
        headers,
        agent: false,
      }
      const sent = request({ ...options, headers: { ...headers, Host: path } })
      sent.setTimeout(WAIT_MS, () => sent.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
      sent.on('connect', ({ statusCode }, socket: Socket) => {
        if (statusCode === 200) return resolve(socket)
        socket.destroy()
        reject(Object.assign(new Error('refused'), { code: `the parent proxy answers ${statusCode}` }))
      })
      sent.on('error', reject)
      sent.end()
    }),
  )
}

function clock(now: Date, answers: readonly Answer[]): Finding {
  const date = answers.find((answer) => answer.date !== undefined)?.date
  if (date === undefined) return skipped('no service told the time, so the clock is not compared')
  const off = Math.round((now.getTime() - date) / 1000)
  if (Math.abs(off) * 1000 < CLOCK_OFF_MS)
    return ok(`the clock is within ${CLOCK_OFF_MS / 60_000} minutes of the services'`)
  return failed(
    `the clock is ${Math.abs(off)} s ${off > 0 ? 'ahead' : 'behind'}, compared with the services`,
    'Let the system set it: timedatectl set-ntp true, or chrony',
  )
}

/** Where WEIR_CONNECT_TO sends connections for a host. */
function targetOf({ connectTo }: Settings, host: string): { readonly host: string; readonly port: number } {
  const rule = connectTo.find((one) => {
    return (one.host === undefined || one.host === host) && (one.port === undefined || one.port === TLS_PORT)
  })
  return { host: rule?.toHost ?? host, port: rule?.toPort ?? TLS_PORT }
}

function hostsToTry(settings: Settings): string[] {
  const hosts = SAMPLES.flatMap((id) => aiService(id).hosts.slice(0, 1))
  return hosts.filter((host) => targetOf(settings, host).host === host)
}

function within<T>(work: Promise<T>): Promise<T> {
  const late = Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late), WAIT_MS)
  })
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer))
}
