import { describe, expect, it } from 'vitest'
import { contentOf } from './request.ts'

const nothing = { taskId: undefined, listingId: undefined, title: undefined, texts: [], files: [] }

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
    ['an input without fields', null, {}],
    ['fields of another type', { text: 7, parts: 'x', message: [] }, {}],
  ])('reads %s', (_, input, content) => {
    expect(contentOf(input)).toEqual({ ...nothing, ...content })
  })
})
