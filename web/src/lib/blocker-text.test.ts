import { expect, it } from 'vitest'
import { blockerText } from './blocker-text.ts'

it.each([
  [{ text: 'ada: 2 open tasks', amount: null }, 'ada: 2 open tasks'],
  [
    { text: 'ada: USD 1,171.00 available', amount: { amount: 117_100, currency: 'USD' } },
    'ada: $1,171.00 available',
  ],
])('writes %j as %s', (blocker, text) => {
  expect(blockerText(blocker)).toBe(text)
})
