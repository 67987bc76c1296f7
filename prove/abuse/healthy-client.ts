import { setTimeout as delay } from 'node:timers/promises'
import { text } from '../../server/test/fixtures/a2a/task-messages.ts'
import type { ServerProcess } from '../../server/test/fixtures/processes/server-process.ts'
import type { TestAgent } from '../../server/test/fixtures/people/test-agents.ts'

export interface HealthyClient {
  /** Failed calls, as `operation status`. */
  readonly failures: string[]
  readonly latenciesMs: number[]
  /** Resolves after this many more responses. */
  answered(more: number): Promise<void>
  /** Peak resident memory of the server in megabytes. */
  peakMb(): number
  stop(): Promise<void>
}

/** Calls the service within its rate limits until stopped. */
export function startHealthyClient(
  { call, origin }: ServerProcess,
  { key, agent }: TestAgent,
  provider: string,
): HealthyClient {
  const failures: string[] = []
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
      const start = performance.now()
      const { status } = await make().catch((error: unknown) => ({ status: String(error) }))
      latenciesMs.push(performance.now() - start)
      if (status !== 200) failures.push(`${operation} ${status}`)
      await delay(pauseMs)
    }
    peak = Math.max(peak, await memoryMb(origin))
  }
  const done = (async () => {
    while (!stopping.signal.aborted) await callAll()
  })()
  return {
    failures,
    latenciesMs,
    answered: async (count) => {
      const target = latenciesMs.length + count
      while (latenciesMs.length < target) await delay(pauseMs)
    },
    peakMb: () => Math.round(peak),
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}

/** Stays below the limit of 20 calls per second and key. */
const pauseMs = 60

async function memoryMb(origin: string): Promise<number> {
  const metrics = await fetch(`${origin}/metrics`).then(
    (answer) => answer.text(),
    () => '',
  )
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]
  return Number(bytes ?? 0) / 1024 / 1024
}
