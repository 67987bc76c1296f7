import { setTimeout as delay } from 'node:timers/promises'
import { text } from '../../server/test/fixtures/task-messages.ts'
import type { ServerProcess } from '../../server/test/fixtures/server-process.ts'
import type { Trader } from '../../server/test/fixtures/traders.ts'

export interface Healthy {
  /** Answers that were not a success, as `operation status`. */
  readonly refused: string[]
  readonly latenciesMs: number[]
  /** Resolves when so many more calls were answered. */
  served(more: number): Promise<void>
  /** The most memory that the server had, in megabytes. */
  peakMb(): number
  stop(): Promise<void>
}

/** Somebody who uses the service as it is meant, at a rate that is allowed, for as long as it takes. */
export function startHealthy(
  { call, origin }: ServerProcess,
  { key, agent }: Trader,
  provider: string,
): Healthy {
  const refused: string[] = []
  const latenciesMs: number[] = []
  let peak = 0
  const stopping = new AbortController()
  const message = { parts: text('Please do it') }
  const calls: Readonly<Record<string, () => Promise<{ status: number }>>> = {
    getBalance: () => call('getBalance', {}, key),
    sendMessage: () =>
      call('sendMessage', { name: provider, message, configuration: { returnImmediately: true } }, key),
    listTasks: () => call('listTasks', { name: agent.name, pageSize: 5 }, key),
    listListings: () => call('listListings', { limit: 5 }, key),
  }
  const callAll = async () => {
    for (const [operation, make] of Object.entries(calls)) {
      const began = performance.now()
      const { status } = await make().catch((error: unknown) => ({ status: String(error) }))
      latenciesMs.push(performance.now() - began)
      if (status !== 200) refused.push(`${operation} ${status}`)
      await delay(pauseMs)
    }
    peak = Math.max(peak, await memoryMb(origin))
  }
  const done = (async () => {
    while (!stopping.signal.aborted) await callAll()
  })()
  return {
    refused,
    latenciesMs,
    served: async (more) => {
      const enough = latenciesMs.length + more
      while (latenciesMs.length < enough) await delay(pauseMs)
    },
    peakMb: () => Math.round(peak),
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}

/** A key may be used twenty times a second. */
const pauseMs = 60

async function memoryMb(origin: string): Promise<number> {
  const metrics = await fetch(`${origin}/metrics`).then(
    (answer) => answer.text(),
    () => '',
  )
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]
  return Number(bytes ?? 0) / 1024 / 1024
}
