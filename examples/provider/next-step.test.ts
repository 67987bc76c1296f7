import { describe, expect, it } from 'vitest'
import { readBrief, statementOf } from './brief.ts'
import { nextStep, type Step } from './next-step.ts'
import { marketplace, type Market, type Part } from './shapes.ts'

const price = { amount: 1800, currency: 'USD' }
const direct = { phase: 'requested', allowedActions: ['reply', 'complete'] }
const text = { text: 'one two two' }

/** What the provider does about a single message of a client. */
function stepAfter(parts: readonly Part[], market: Partial<Market> = {}, circumstances: object = {}): Step {
  const task = { id: 'task_1', metadata: { [marketplace]: { ...direct, ...market } } }
  const brief = readBrief([statementOf({ role: 'ROLE_USER', parts })])
  return nextStep(task, brief, { sent: 0, price: undefined, ...circumstances })
}

const order = [{ text: 'Count the words, top 2' }, text]
const raw = Buffer.from('one two two').toString('base64')

describe('nextStep', () => {
  it.each([
    ['answers a question', [{ text: 'What do you do?' }], {}, { kind: 'say', words: { reply: 'message' } }],
    [
      'ends a task that asks',
      [{ text: 'Who are you?' }],
      { allowedActions: ['complete'] },
      { words: { state: 'completed' } },
    ],
    [
      'declines a paid question',
      [{ text: 'Who are you?' }],
      { allowedActions: [] },
      { words: { state: 'rejected' } },
    ],
    ['declines another trade', [{ text: 'Paint it.' }, text], {}, { words: { state: 'rejected' } }],
    ['asks for the text', [{ text: 'Count words, top 2' }], {}, { words: { state: 'input-required' } }],
    [
      'asks for a text with words',
      [{ text: 'Count words, top 2' }, { text: '…' }],
      {},
      { words: { state: 'input-required' } },
    ],
    ['asks how many', [{ text: 'Count words' }, text], {}, { text: expect.stringContaining('How many') }],
    [
      'begins with the first piece',
      order,
      {},
      { kind: 'piece', number: 1, last: false, text: expect.stringContaining('3 words') },
    ],
    [
      'reads a file',
      [{ text: 'Count words, top 2' }, { raw, filename: 'a.txt' }],
      {},
      { text: expect.stringContaining('3 words') },
    ],
    ['waits for the award', order, { phase: 'applied' }, { kind: 'wait' }],
    ['waits for an answer', order, { phase: 'input_required' }, { kind: 'wait' }],
    ['waits for the review', order, { phase: 'delivered' }, { kind: 'wait' }],
  ])('%s', (_what, parts, market, step) => {
    expect(stepAfter(parts, market)).toMatchObject(step)
  })

  it('sends every piece once, marks the last, then delivers', () => {
    const steps = [0, 1, 2, 3].map((sent) => stepAfter(order, { phase: 'working' }, { sent }))
    expect(steps).toMatchObject([
      { number: 1, last: false },
      { number: 2, last: false, text: expect.stringContaining('- two: 2\n- one: 1') },
      { number: 3, last: true },
      { kind: 'deliver' },
    ])
  })

  it.each([
    [
      'declines too little',
      { terms: { price: { ...price, amount: 1799 } } },
      { words: { state: 'rejected' } },
    ],
    ['declines nothing', {}, { words: { state: 'rejected' } }],
    ['takes its price', { terms: { price } }, { kind: 'piece' }],
    ['takes what it applied with', { listingId: 'lst_1' }, { kind: 'piece' }],
  ])('%s', (_what, market, step) => {
    expect(stepAfter(order, market, { price })).toMatchObject(step)
  })

  it('takes the latest words of a client', () => {
    const statements = [
      ...order.map(() => ({ said: 'Count words, top 9', texts: ['a b'] })),
      { said: 'Top 1. Leave out: b.', texts: [] },
    ]
    expect(readBrief(statements)).toEqual({ kind: 'order', order: { text: 'a b', top: 1, ignored: ['b'] } })
  })
})
