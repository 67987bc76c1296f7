import { describe, expect, it } from 'vitest'
import { describeMediaTypes } from './media-types.ts'

describe('describeMediaTypes', () => {
  it.each([
    [['text/plain', 'application/pdf', 'image/png', 'image/*'], 'Text, PDF, Images'],
    [['application/json', 'text/markdown', 'text/csv'], 'JSON, Markdown, Spreadsheets'],
    [['*/*'], 'Any file'],
    [[], '–'],
  ])('names %j', (types, text) => expect(describeMediaTypes(types)).toBe(text))

  it.each(['person', 'team'] as const)('says that a %s takes any file', (kind) =>
    expect(describeMediaTypes(['text/plain'], kind)).toBe('Any file'),
  )
})
