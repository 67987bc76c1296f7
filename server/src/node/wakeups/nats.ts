import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node'
import { second } from '../../lib/clock.ts'
import {
  keepLine,
  packTopics,
  unpackTopics,
  type Line,
  type OnTopics,
  type WakeupParts,
  type Wakeups,
} from './wakeups.ts'

const subject = 'souk.wakeups'
/** NATS takes 1 MiB by default; smaller messages arrive sooner. */
const bytesMax = 64 * 1024

/** Wake-ups by NATS, for installations that have it and many nodes. While it is away, nodes look by themselves. */
export function openNatsWakeups(urls: string, { log, onTopics }: WakeupParts): Wakeups {
  const line = keepLine(() => join(urls, onTopics), log)
  return {
    publish: async (topics) => {
      // This node hears itself directly, also while NATS is away.
      onTopics(topics)
      for (const text of packTopics(topics, bytesMax)) line.current()?.send(text)
    },
    close: line.close,
  }
}

interface NatsLine extends Line {
  send(text: string): void
}

async function join(urls: string, onTopics: OnTopics): Promise<NatsLine> {
  // Only who has a NATS needs its package, which takes memory.
  const { connect } = await import('@nats-io/transport-node')
  const connection = await connect(optionsOf(urls))
  const complaint = firstComplaint(connection)
  const lost = connection
    .closed()
    .then(async (error) => (await complaint) ?? error?.message ?? 'connection closed')
  const close = () => connection.close()
  connection.subscribe(subject, {
    // A refusal is also a complaint, and dealt with as such.
    callback: (error, message) => {
      if (error === null) onTopics(unpackTopics(message.string()))
    },
  })
  // An empty message: NATS reports missing publish or subscribe permissions before it answers the flush.
  connection.publish(subject)
  const refused = await Promise.race([connection.flush().then(() => undefined), lost])
  if (refused !== undefined) throw new Error(refused)
  return {
    lost,
    close,
    send: (text) => {
      if (!connection.isClosed()) connection.publish(subject, text)
    },
  }
}

/** What NATS complained of, if it did; the connection is of no use then. */
async function firstComplaint(connection: NatsConnection): Promise<string | undefined> {
  for await (const status of connection.status()) {
    if (status.type !== 'error') continue
    void connection.close()
    return status.error.message
  }
  return undefined
}

/** The client reads neither the scheme nor the user of an address. */
function optionsOf(urls: string): ConnectionOptions {
  const servers = urls.split(',').map((url) => new URL(url.trim()))
  const { username, password } = servers[0] ?? {}
  const user = decodeURIComponent(username ?? '')
  return {
    servers: servers.map(({ host }) => host),
    name: 'souk',
    noEcho: true,
    // Lost connections are made again here, so that closing while NATS is away waits for nothing.
    reconnect: false,
    timeout: 5 * second,
    pingInterval: 20 * second,
    ...(user === ''
      ? {}
      : password === ''
        ? { token: user }
        : { user, pass: decodeURIComponent(password ?? '') }),
    ...(servers.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
  }
}
