import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { endWithTests } from '../../server/test/fixtures/programs.ts'
import { freePort } from '../../server/test/fixtures/server-process.ts'
import { whereIs } from '../lib/programs.ts'
import type { World } from '../lib/environment.ts'
import type { Stage } from './fan-out.ts'

export const nchanModule = '/usr/lib/nginx/modules/ngx_nchan_module.so'

/** nginx with nchan as a process of the bench, with as many streams as ours: `crowd` for one channel, all others apart. */
export async function nchanStage(
  { file }: Pick<World, 'file'>,
  { crowd, event }: { crowd: number; event: string },
): Promise<Stage & { stop: () => Promise<void> }> {
  const port = await freePort()
  const settings = await file('nginx.conf', configuration(port, 11 * crowd))
  const flags = ['-p', dirname(settings), '-c', settings, '-e', 'stderr', '-g', 'daemon off;']
  const child = spawn(whereIs('nginx') ?? '', flags, { stdio: ['ignore', 'inherit', 'inherit'] })
  endWithTests(child)
  const exited = once(child, 'exit')
  const publisher = await connected(port)
  const channels = Array.from({ length: 10 * crowd }, (_, number) =>
    number < crowd ? 'crowd' : `of-${number}`,
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
    openings: channels.map((name) => ({ path: `/sub/${name}` })),
    publishToCrowd: async () => post(['crowd']),
    // Written at once, so that nobody waits for the publisher.
    publishToEach: async () => post(channels.slice(crowd, 2 * crowd)),
    reset: async () => undefined,
    settle: async () => undefined,
    stop: async () => {
      publisher.destroy()
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** A connection that answers are thrown away from, once nginx listens. */
async function connected(port: number) {
  for (let tries = 0; ; tries++) {
    const socket = connect(port, '127.0.0.1').resume()
    try {
      await once(socket, 'connect')
      return socket
    } catch (error) {
      if (tries === 100) throw error
      await delay(50)
    }
  }
}

/** One worker, as there is one process of ours; it keeps what a reader may have missed and tells that it is there, as ours does. */
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
