import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/pool.ts'
import { second } from '../../lib/clock.ts'
import { reasonOf } from '../../lib/reason-of.ts'

/** Notifications between nodes. They are best effort: subscribers also poll, so a lost wakeup delays an event but loses none. */
export interface Wakeups {
  /** Notifies every node, including this one, that topics have changed. */
  publish(topics: readonly string[]): Promise<void>
  close(): Promise<void>
}

export type OnTopics = (topics: readonly string[]) => void

/** Dependencies of the implementations; each uses some of them. */
export interface WakeupParts {
  readonly config: Pick<Config, 'natsUrl'>
  readonly databaseUrl: string
  readonly database: Database
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly onTopics: OnTopics
}

export type OpenWakeups = (parts: WakeupParts) => Wakeups

/** For a single node. */
export const localWakeups: OpenWakeups = ({ onTopics }) => ({
  publish: async (topics) => onTopics(topics),
  close: async () => undefined,
})

/** A connection that receives wakeups. */
export interface WakeupConnection {
  /** Resolves with the reason when the connection has ended, on either side. */
  readonly lost: Promise<string>
  close(): Promise<void>
}

interface PersistentConnection<L extends WakeupConnection> {
  /** Undefined while disconnected. */
  current(): L | undefined
  close(): Promise<void>
}

/** Reconnects whenever the connection is lost. Logs each outage and each recovery once. */
export function keepConnected<L extends WakeupConnection>(
  open: () => Promise<L>,
  log: WakeupParts['log'],
): PersistentConnection<L> {
  const closing = new AbortController()
  const { signal } = closing
  let connection: L | undefined
  /** Returns the reason when the connection is lost. */
  const connectOnce = async (opened: () => void): Promise<string> => {
    connection = await open()
    // A connection attempt in flight at close is not awaited; if it succeeds, it is closed.
    if (signal.aborted) await connection.close()
    opened()
    return connection.lost
  }
  const keep = async () => {
    for (let failures = 0; !signal.aborted; failures++) {
      const opened = () => {
        if (failures > 0) log.info('wakeups from other nodes restored')
        failures = 0
      }
      const error = await connectOnce(opened).catch(reasonOf)
      connection = undefined
      if (signal.aborted) return
      if (failures === 0) log.warn({ error }, 'no wakeups from other nodes; polling until reconnected')
      await delay(Math.min(reconnectMsMax, second * 2 ** failures), undefined, { signal }).catch(
        () => undefined,
      )
    }
  }
  void keep()
  return {
    current: () => connection,
    close: async () => {
      closing.abort()
      await connection?.close()
    },
  }
}

const reconnectMsMax = 10 * second

/** Packs topics into as few messages as the size limit allows. */
export function packTopics(topics: readonly string[], bytesMax: number): string[] {
  const packed: string[] = []
  let text = ''
  for (const topic of topics) {
    const longer = text === '' ? topic : `${text} ${topic}`
    if (Buffer.byteLength(longer) > bytesMax && text !== '') {
      packed.push(text)
      text = topic
    } else text = longer
  }
  return text === '' ? packed : [...packed, text]
}

export function unpackTopics(text: string): string[] {
  return text.split(' ').filter((topic) => topic !== '')
}
