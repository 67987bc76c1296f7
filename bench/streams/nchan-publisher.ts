import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { endWithTests } from '../../server/test/fixtures/processes/programs.ts'
import { freePort } from '../../server/test/fixtures/processes/server-process.ts'
import { findProgram } from '../lib/programs.ts'
import type { Environment } from '../lib/environment.ts'
import type { Publisher } from './fan-out.ts'

export const nchanModule = '/usr/lib/nginx/modules/ngx_nchan_module.so'

/** nginx with nchan and the same number of streams: `group` of them on one channel, every other on its own. */
export async function startNchan(
  { file }: Pick<Environment, 'file'>,
  { group, event }: { group: number; event: string },
): Promise<Publisher & { stop: () => Promise<void> }> {
  const port = await freePort()
  const settings = await file('nginx.conf', configuration(port, 11 * group))
  const flags = ['-p', dirname(settings), '-c', settings, '-e', 'stderr', '-g', 'daemon off;']
  const child = spawn(findProgram('nginx') ?? '', flags, { stdio: ['ignore', 'inherit', 'inherit'] })
  endWithTests(child)
  const exited = once(child, 'exit')
  const publisher = await connected(port)
  const channels = Array.from({ length: 10 * group }, (_, number) =>
    number < group ? 'shared' : `own-${number}`,
  )
  const post = (names: readonly string[]) => {
    const requests = names.map(
      (name) =>
        `POST /pub/${name} HTTP/1.1\r\nHost: bench\r\nContent-Length: ${Buffer.byteLength(event)}\r\n\r\n${event}`,
    )
    publisher.write(requests.join(''))
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    streamRequests: channels.map((name) => ({ path: `/sub/${name}` })),
    publishToAll: async () => post(['shared']),
    // One write for all requests, so that the publisher is not the bottleneck.
    publishToEach: async () => post(channels.slice(group, 2 * group)),
    reset: async () => undefined,
    settle: async () => undefined,
    stop: async () => {
      publisher.destroy()
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** A connection to nginx once it listens; responses are discarded. */
async function connected(port: number) {
  for (let attempts = 0; ; attempts++) {
    const socket = connect(port, '127.0.0.1').resume()
    try {
      await once(socket, 'connect')
      return socket
    } catch (error) {
      if (attempts === 100) throw error
      await delay(50)
    }
  }
}

/** One worker, like the one server process; message buffer and pings as the server has them. */
function configuration(port: number, connections: number): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `load_module ${nchanModule};
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    worker_processes 1;
    worker_rlimit_nofile ${connections + 1000};
    pid nginx.pid;
    error_log stderr crit;
    events { worker_connections ${connections}; }
    http {
      access_log off;
      keepalive_requests 1000000000;
      keepalive_timeout 1h;
      ${kinds.map((kind) => `${kind}_temp_path ${kind};`).join(' ')}
      nchan_message_buffer_length 100;
      nchan_message_timeout 1m;
      server {
        listen 127.0.0.1:${port} backlog=4096;
        nchan_eventsource_ping_interval 4;
        location ~ ^/pub/(.+)$ { nchan_publisher; nchan_channel_id $1; }
        location ~ ^/sub/(.+)$ { nchan_subscriber eventsource; nchan_channel_id $1; nchan_subscriber_first_message newest; }
      }
    }`
}
