import { describe, expect, it } from 'vitest'
import { strangerOf, type AnyCaller } from '../../caller.ts'
import { newId } from '../../lib/ids.ts'
import {
  createOpenStreams,
  fewMax,
  perCallerMax,
  perProcessMax,
  reserved,
  type OpenStreams,
} from './stream-limits.ts'

const now = new Date('2026-01-01')
const open = (streams: OpenStreams, caller: AnyCaller) => streams.take(caller, () => undefined)
const newAgent = () => newId('agt', now)
const keyOf = (agentId = newAgent()): AnyCaller => ({
  ...strangerOf({ id: 'req', ip: '127.0.0.1' }),
  kind: 'key',
  keyId: newId('key', now),
  agentId,
  scopes: [],
  wallet: false,
})

describe('open streams', () => {
  it('are limited per caller, and a closed one frees its slot once', () => {
    const streams = createOpenStreams()
    const caller = keyOf()
    const [first] = Array.from({ length: perCallerMax }, () => open(streams, caller))
    expect(() => open(streams, caller)).toThrow(`At most ${perCallerMax} streams`)
    first?.()
    first?.()
    open(streams, caller)
    expect(() => open(streams, caller)).toThrow(`At most ${perCallerMax} streams`)
    expect(streams.count()).toBe(perCallerMax)
  })

  it('leave slots for accounts with few streams, however many keys an agent has', () => {
    const streams = createOpenStreams()
    const flooder = newAgent()
    const keys = (perProcessMax - reserved) / perCallerMax
    for (let key = 0; key < keys; key++) {
      const caller = keyOf(flooder)
      for (let count = 0; count < perCallerMax; count++) open(streams, caller)
    }
    expect(() => open(streams, keyOf(flooder))).toThrow('no capacity')
    const other = keyOf()
    for (let count = 0; count < fewMax; count++) open(streams, other)
    expect(() => open(streams, other)).toThrow('no capacity')
    expect(streams.takeLongPoll(keyOf(flooder), () => undefined)).toBeDefined()
  })

  it('leave slots for accounts, however many addresses a flood comes from', () => {
    const streams = createOpenStreams()
    const addressOf = (number: number) => strangerOf({ id: 'req', ip: `10.0.${number >> 8}.${number & 255}` })
    for (let count = 0; count < perProcessMax - reserved; count++) open(streams, addressOf(count % 1000))
    expect(() => open(streams, addressOf(1000))).toThrow('no capacity')
    expect(open(streams, keyOf())).toBeDefined()
  })

  it('are limited per process', () => {
    const streams = createOpenStreams()
    for (let count = 0; count < perProcessMax; count += fewMax) {
      const caller = keyOf()
      for (let slot = 0; slot < fewMax; slot++) open(streams, caller)
    }
    expect(() => open(streams, keyOf())).toThrow('no capacity')
  })
})
