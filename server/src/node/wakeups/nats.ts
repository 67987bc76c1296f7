import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node'
import { second } from '../../lib/clock.ts'
import {
  keepConnected,
  packTopics,
  unpackTopics,
  type WakeupConnection,
  type OnTopics,
  type WakeupParts,
  type Wakeups,
} from './wakeups.ts'

const subject = 'souk.wakeups'
/** The default limit of NATS is 1 MiB; smaller messages have less latency. */
const bytesMax = 64 * 1024

/** Wakeups over NATS, for deployments with many nodes. While NATS is unavailable, nodes poll. */
export function openNatsWakeups(urls: string, { log, onTopics }: WakeupParts): Wakeups {
  const connection = keepConnected(() => connectToNats(urls, onTopics), log)
  return {
    publish: async (topics) => {
      // Published locally without NATS, so that it also works while NATS is unavailable.
      onTopics(topics)
      for (const text of packTopics(topics, bytesMax)) connection.current()?.send(text)
    },
    close: connection.close,
  }
}

interface NatsWakeupConnection extends WakeupConnection {
  send(text: string): void
}

async function connectToNats(urls: string, onTopics: OnTopics): Promise<NatsWakeupConnection> {
  // Loaded on demand, because the package takes memory.
  const { connect } = await import('@nats-io/transport-node')
  const connection = await connect(optionsOf(urls))
  const serverError = firstServerError(connection)
  const lost = connection
    .closed()
    .then(async (error) => (await serverError) ?? error?.message ?? 'connection closed')
  const close = () => connection.close()
  connection.subscribe(subject, {
    // Errors are handled by `firstServerError`.
    callback: (error, message) => {
      if (error === null) onTopics(unpackTopics(message.string()))
    },
  })
  // An empty message: NATS reports missing publish or subscribe permissions before it confirms the flush.
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

/** First error that NATS reports; it makes the connection unusable, so it is closed. */
async function firstServerError(connection: NatsConnection): Promise<string | undefined> {
  for await (const status of connection.status()) {
    if (status.type !== 'error') continue
    void connection.close()
    return status.error.message
  }
  return undefined
}

/** The client ignores the scheme and the credentials of a URL. */
function optionsOf(urls: string): ConnectionOptions {
  const servers = urls.split(',').map((url) => new URL(url.trim()))
  const { username, password } = servers[0] ?? {}
  const user = decodeURIComponent(username ?? '')
  return {
    servers: servers.map(({ host }) => host),
    name: 'souk',
    noEcho: true,
    // `keepConnected` reconnects instead, so that closing does not wait for an unavailable NATS.
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
