import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/pool.ts'
import { second } from '../../lib/clock.ts'

/** Notifications between nodes. They are best effort: subscribers also poll, so a lost wakeup delays an event but loses none. */
export interface Wakeups {
  /** Tells every node, this one too, that topics have changed. */
  publish(topics: readonly string[]): Promise<void>
  close(): Promise<void>
}

export type OnTopics = (topics: readonly string[]) => void

/** What the ways of waking need; each takes what it uses. */
export interface WakeupParts {
  readonly config: Pick<Config, 'natsUrl'>
  readonly databaseUrl: string
  readonly database: Database
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly onTopics: OnTopics
}

export type OpenWakeups = (parts: WakeupParts) => Wakeups

/** For a node that shares its database with no other. */
export const aloneWakeups: OpenWakeups = ({ onTopics }) => ({
  publish: async (topics) => onTopics(topics),
  close: async () => undefined,
})

/** A connection on which a node is woken. */
export interface Line {
  /** Resolves with the reason when the connection has ended, on either side. */
  readonly lost: Promise<string>
  close(): Promise<void>
}

export interface KeptLine<L extends Line> {
  /** Nothing while the connection is away. */
  current(): L | undefined
  close(): Promise<void>
}

/** Opens a line again whenever it is lost, and says once that it is away and once that it is back. */
export function keepLine<L extends Line>(open: () => Promise<L>, log: WakeupParts['log']): KeptLine<L> {
  const closing = new AbortController()
  const { signal } = closing
  let line: L | undefined
  /** Answers with the reason when it is over. */
  const openOnce = async (opened: () => void): Promise<string> => {
    line = await open()
    // A connection attempt in flight at close is not awaited; if it succeeds, it is closed.
    if (signal.aborted) await line.close()
    opened()
    return line.lost
  }
  const keep = async () => {
    for (let failures = 0; !signal.aborted; failures++) {
      const opened = () => {
        if (failures > 0) log.info('woken by other nodes again')
        failures = 0
      }
      const error = await openOnce(opened).catch(reasonOf)
      line = undefined
      if (signal.aborted) return
      if (failures === 0) log.warn({ error }, 'no wakeups from other nodes; polling until reconnected')
      await delay(Math.min(againMsMax, second * 2 ** failures), undefined, { signal }).catch(() => undefined)
    }
  }
  void keep()
  return {
    current: () => line,
    close: async () => {
      closing.abort()
      await line?.close()
    },
  }
}

const againMsMax = 10 * second

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Topics as texts of at most so many bytes: a message has a largest size, and many topics share one. */
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
