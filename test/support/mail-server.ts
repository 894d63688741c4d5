import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Scope } from './scope.ts'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly message: string
  readonly secure: boolean
  readonly user: string | undefined
}

/** Answers a step of the dialogue: undefined accepts it. */
export type Verdict = { readonly status: number; readonly text: string } | undefined

export interface MailServerOptions {
  /** Speaks TLS from the start, or offers STARTTLS. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly from: 'start' | 'starttls' }
  /** Wants these before it takes a mail. */
  readonly login?: { readonly user: string; readonly pass: string }
  readonly onRecipient?: (address: string) => Verdict | Promise<Verdict>
  readonly onMessage?: (message: string) => Verdict | Promise<Verdict>
  readonly port?: number
}

export interface MailServer {
  readonly port: number
  readonly mails: readonly ReceivedMail[]
  /** Connections so far. */
  readonly connections: () => number
  stop(): Promise<void>
}

/** A real SMTP server on a free port of 127.0.0.1, which keeps what it is sent. The end of the scope stops it. */
export async function startMailServer(scope: Scope, options: MailServerOptions = {}): Promise<MailServer> {
  const { tls, login, onRecipient, onMessage } = options
  const mails: ReceivedMail[] = []
  let connections = 0
  const server = new SMTPServer({
    secure: tls?.from === 'start',
    ...(tls !== undefined && { cert: tls.cert, key: tls.key }),
    authOptional: login === undefined,
    // The server refuses to see a password in clear otherwise.
    allowInsecureAuth: true,
    disabledCommands: [...(tls === undefined ? ['STARTTLS'] : []), ...(login === undefined ? ['AUTH'] : [])],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_, done) => {
      connections += 1
      done()
    },
    onAuth: ({ username, password }, _, done) => {
      if (username === login?.user && password === login?.pass) done(null, { user: username })
      else done(refusal({ status: 535, text: '5.7.8 wrong' }))
    },
    onRcptTo: ({ address }, _, done) => {
      void Promise.resolve(onRecipient?.(address)).then((verdict) => done(verdict && refusal(verdict)))
    },
    onData: (stream, { envelope, secure, user }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const message = Buffer.concat(chunks).toString()
        const verdict = await onMessage?.(message)
        if (verdict !== undefined) return done(refusal(verdict))
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), message, secure, user })
        done()
      })
    },
  } satisfies SMTPServerOptions)
  // Clients that leave in the middle are part of the tests.
  server.on('error', () => {})
  const listening = server.listen(options.port ?? 0, '127.0.0.1')
  await once(listening, 'listening')
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= new Promise<void>((resolve) => server.close(resolve))
    return stopped
  }
  scope.teardown(stop)
  return { port: (listening.address() as AddressInfo).port, mails, connections: () => connections, stop }
}

function refusal({ status, text }: NonNullable<Verdict>): Error {
  return Object.assign(new Error(text), { responseCode: status })
}
