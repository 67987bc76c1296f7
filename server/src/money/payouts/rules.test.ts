import { describe, expect, it } from 'vitest'
import { day, hour, second } from '../../lib/clock.ts'
import type { RefusalClass } from '../processor/refusals.ts'
import { actionsOf, afterRefusal, type RefusableState } from './rules.ts'

const refusal = (kind: RefusalClass, code = 'some_code') => ({ class: kind, code, message: 'No.' })
const first = { attempt: 1, retriedMs: 0 }

describe('afterRefusal', () => {
  it.each<[RefusableState, RefusalClass, string]>([
    ['sending', 'retry', 'retry'],
    ['sending', 'fail', 'release'],
    ['sending', 'attention', 'stop'],
    ['sent', 'retry', 'retry'],
    ['sent', 'fail', 'reverse'],
    ['sent', 'attention', 'stop'],
    ['in_transit', 'retry', 'retry'],
    ['in_transit', 'fail', 'stop'],
    ['in_transit', 'attention', 'stop'],
    ['reversing', 'retry', 'retry'],
    ['reversing', 'fail', 'stop'],
    ['reversing', 'attention', 'stop'],
    ['canceling', 'retry', 'retry'],
    ['canceling', 'fail', 'stop'],
    ['canceling', 'attention', 'stop'],
  ])('in state %s with a refusal of class %s decides %s', (state, kind, next) => {
    expect(afterRefusal(refusal(kind), { state, ...first }).next).toBe(next)
  })

  it('backs off after each attempt, up to an hour', () => {
    const delays = [1, 2, 3, 8, 9, 500].map((attempt) =>
      afterRefusal(refusal('retry'), { state: 'sent', attempt, retriedMs: 0 }),
    )
    expect(delays).toEqual(
      [20, 40, 80, 2560, 3600, 3600].map((seconds) => ({ next: 'retry', delayMs: seconds * second })),
    )
  })

  it.each([
    ['payouts_limit_exceeded', 3 * day],
    ['insufficient_platform_balance', 30 * day],
  ])('stops after %s was retried for %i ms', (code, retryableMs) => {
    const nextAfter = (retriedMs: number) =>
      afterRefusal(refusal('retry', code), { state: 'sending', attempt: 9, retriedMs }).next
    expect([nextAfter(retryableMs - hour), nextAfter(retryableMs)]).toEqual(['retry', 'stop'])
  })
})

describe('actionsOf', () => {
  it.each([
    ['requested', null, ['cancel']],
    ['sending', null, []],
    ['canceling', null, []],
    ['paid', null, []],
    ['needs_attention', 'sending', ['retry', 'cancel']],
    ['needs_attention', 'sent', ['retry', 'pay-back']],
    ['needs_attention', 'in_transit', ['retry']],
    ['needs_attention', 'reversing', ['retry']],
  ] as const)('in state %s, stopped in %s, returns %j', (state, stopped_in, actions) => {
    expect(actionsOf({ state, stopped_in })).toEqual(actions)
  })
})
