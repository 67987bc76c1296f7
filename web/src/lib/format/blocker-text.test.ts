import { expect, it } from 'vitest'
import { blockerText, deletionBlockerText } from './blocker-text.ts'

it.each([
  [{ reason: 'tasks', count: 2, amount: null }, '2 open tasks'],
  [{ reason: 'card', count: 1, amount: null }, 'a saved card'],
  [{ reason: 'available', count: null, amount: { amount: 117_100, currency: 'USD' } }, '$1,171.00 available'],
] as const)('writes %j as %s', (blocker, text) => {
  expect(blockerText(blocker)).toBe(text)
  expect(deletionBlockerText({ ...blocker, name: 'Ada' })).toBe(`Ada: ${text}`)
})
