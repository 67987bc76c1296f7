import { describe, expect, it } from 'vitest'
import { compareProcessor } from './compare-processor.ts'

const held = (available: bigint, pending = 0n) => ({
  available: { amount: available, currency: 'USD' },
  pending: { amount: pending },
})
/** Users own 40.00, the marketplace has earned 3.00 and paid 0.20 for a chargeback. */
const accounts = [
  { kind: 'processor_clearing', balance: -4280n },
  { kind: 'revenue', balance: 300n },
  { kind: 'processor_fees', balance: -20n },
] as const

describe('compareProcessor', () => {
  it.each([
    ['equal balances', held(4000n, 280n), true, 'Difference: USD 0.00.'],
    ['revenue that was paid to the bank', held(4000n), true, 'Difference: −USD 2.80.'],
    ['too little for the users', held(3999n), false, 'users own USD 40.00. Difference: −USD 2.81.'],
  ])('of %s', (_name, balance, ok, detail) => {
    const verdict = compareProcessor(balance, accounts)
    expect(verdict.ok).toBe(ok)
    expect(verdict.detail).toContain(detail)
  })

  it('accepts equal balances while the fees of the processor exceed the revenue', () => {
    const poor = [
      { kind: 'processor_clearing', balance: -3900n },
      { kind: 'processor_fees', balance: -100n },
    ] as const
    expect(compareProcessor(held(3900n), poor)).toMatchObject({ ok: true })
  })
})
