import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { minute } from '../lib/clock.ts'
import { createPubSub } from '../node/pubsub.ts'
import { startWorkers } from './loop.ts'

const log = pino({ level: 'silent' })

describe('startWorkers', () => {
  it('retries a failed worker after seconds, however long it rests', async () => {
    let runs = 0
    const work = async () => {
      runs += 1
      if (runs === 1) throw new Error('connection lost')
      return 0
    }
    const running = startWorkers([{ name: 'failing', work, restMs: minute }], { log, pubsub: createPubSub() })
    await expect.poll(() => runs, { timeout: 15_000 }).toBe(2)
    await running.stop()
  })

  it('runs a resting worker again when one of its topics is published', async () => {
    const pubsub = createPubSub()
    let runs = 0
    const work = async () => {
      runs += 1
      return 0
    }
    const worker = { name: 'resting', work, restMs: minute, wakeTopics: ['one', 'other'] }
    const running = startWorkers([worker], { log, pubsub })
    await expect.poll(() => runs).toBe(1)
    for (const [expected, topic] of [
      [2, 'one'],
      [3, 'other'],
    ] as const) {
      pubsub.publish([topic])
      await expect.poll(() => runs).toBe(expected)
    }
    pubsub.publish(['unrelated'])
    await running.stop()
    expect(runs).toBe(3)
  })
})
