import { describe, expect, it } from 'vitest'
import { reasonSentence } from './sentences.ts'

const usd = (amount: number) => ({ amount, currency: 'USD' })
const gate = {
  rules: { award: { effect: 'requireApproval' as const, above: usd(15_000) } },
  budgets: [{ window: 'day' as const, max: usd(40_000) }],
}

describe('reasonSentence', () => {
  it.each([
    ['rule:award', gate, 'Your rules require approval above $150.00.'],
    ['rule:award', undefined, 'Your rules require approval of this action.'],
    ['budget:day', gate, 'It exceeds the daily budget. The limit is $400.00.'],
    ['budget:month', gate, 'It exceeds the monthly budget.'],
    ['always', gate, 'Link codes always need approval.'],
  ])('explains %s', (failedRule, known, sentence) => {
    expect(reasonSentence({ failedRule, action: 'award' }, known)).toBe(sentence)
  })
})
