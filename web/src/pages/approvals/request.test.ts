import { marketplaceExtension } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { contentOf } from './request.ts'

const noTerms = {
  price: undefined,
  budget: undefined,
  deliverBy: undefined,
  maxRevisions: undefined,
  tags: [],
}
const nothing = {
  taskId: undefined,
  listingId: undefined,
  title: undefined,
  texts: [],
  files: [],
  terms: noTerms,
}
const price = { amount: 4800, currency: 'USD' }

describe('contentOf', () => {
  it.each([
    [
      'a hire',
      { name: 'ada', message: { parts: [{ text: 'Translate it.' }] } },
      { texts: ['Translate it.'] },
    ],
    [
      'a delivery',
      { taskId: 'task_1', artifacts: [{ name: 'letter.txt', parts: [{ text: 'Dear Sir' }] }] },
      { taskId: 'task_1', texts: ['Dear Sir'], files: ['letter.txt'] },
    ],
    [
      'an application',
      { listingId: 'lst_1', parts: [{ text: 'I can.' }, { url: 'x', filename: 'cv.pdf' }] },
      { listingId: 'lst_1', texts: ['I can.'], files: ['cv.pdf'] },
    ],
    [
      'a job',
      { title: 'Court files', description: 'Ten pages.' },
      { title: 'Court files', texts: ['Ten pages.'] },
    ],
    [
      'the terms of a hire',
      {
        name: 'ada',
        message: { metadata: { [marketplaceExtension]: { terms: { price, maxRevisions: 2 } } } },
      },
      { terms: { ...noTerms, price, maxRevisions: 2 } },
    ],
    [
      'the terms of a job',
      { budget: price, tags: ['law', 7], terms: { deliverBy: '2026-12-01T00:00:00.000Z' } },
      { terms: { ...noTerms, budget: price, tags: ['law'], deliverBy: '2026-12-01T00:00:00.000Z' } },
    ],
    ['an input without fields', null, {}],
    ['fields of another type', { text: 7, parts: 'x', message: [] }, {}],
  ])('reads %s', (_, input, content) => {
    expect(contentOf(input)).toEqual({ ...nothing, ...content })
  })
})
