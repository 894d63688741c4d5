import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import type { Scope } from './scope.ts'
import { temporaryFolder } from './temp.ts'
import { until } from './wire.ts'

/** A web server that was not written by us, as a reverse proxy. */
export interface OtherServer {
  readonly name: 'nginx' | 'haproxy' | 'apache2' | 'lighttpd'
  readonly program: string
  arguments(folder: string, config: string): readonly string[]
  /** Listens on `port` of 127.0.0.1 and passes everything on to `backend`, with the Host it came with. */
  config(folder: string, port: number, backend: number): string
}

const APACHE_MODULES = '/usr/lib/apache2/modules'

export const OTHER_SERVERS: readonly OtherServer[] = [
  {
    name: 'nginx',
    program: '/usr/sbin/nginx',
    arguments: (folder, config) => ['-p', folder, '-c', config, '-e', 'error.log'],
    config: (folder, port, backend) => `
      daemon off; master_process off; pid ${folder}/pid; events {}
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
        server {
          listen 127.0.0.1:${port};
          location / {
            proxy_pass http://127.0.0.1:${backend};
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_request_buffering off;
          }
        }
      }`,
  },
  {
    name: 'haproxy',
    program: '/usr/sbin/haproxy',
    arguments: (_folder, config) => ['-db', '-f', config],
    config: (_folder, port, backend) => `
defaults
  mode http
  timeout connect 10s
  timeout client 10s
  timeout server 10s
listen all
  bind 127.0.0.1:${port}
  server backend 127.0.0.1:${backend}
`,
  },
  {
    name: 'apache2',
    program: '/usr/sbin/apache2',
    arguments: (folder, config) => ['-X', '-d', folder, '-f', config],
    config: (folder, port, backend) => `
${['mpm_event', 'authz_core', 'proxy', 'proxy_http'].map((name) => `LoadModule ${name}_module ${APACHE_MODULES}/mod_${name}.so`).join('\n')}
ServerName a
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
DefaultRuntimeDir ${folder}
User www-data
ProxyPreserveHost On
ProxyPass / http://127.0.0.1:${backend}/
`,
  },
  {
    name: 'lighttpd',
    program: '/usr/sbin/lighttpd',
    arguments: (_folder, config) => ['-D', '-f', config],
    config: (folder, port, backend) => `
server.modules = ( "mod_proxy" )
server.bind = "127.0.0.1"
server.port = ${port}
server.document-root = "${folder}"
server.errorlog = "${folder}/error.log"
server.upload-dirs = ( "${folder}" )
proxy.server = ( "" => (( "host" => "127.0.0.1", "port" => ${backend} )) )
`,
  },
]

/** Starts it in the foreground, in a folder of its own. @returns the port it listens on */
export async function startOtherServer(scope: Scope, server: OtherServer, backend: number): Promise<number> {
  const folder = temporaryFolder(scope)
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const config = join(folder, 'config')
  writeFileSync(config, server.config(folder, port, backend))
  const child = spawn(server.program, server.arguments(folder, config), { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const listen = (chunk: Buffer) => {
    said += chunk
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const ended = once(child, 'close')
  scope.teardown(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await until(
    () => {
      if (child.exitCode !== null) throw new Error(`${server.name} ended with ${child.exitCode}: ${said}`)
      return listens(port)
    },
    () => `${server.name} does not listen: ${said}`,
  )
  return port
}

/** Others may take it before it is used; then the server says so, and does not start. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
