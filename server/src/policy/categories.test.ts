import { describe, expect, it } from 'vitest'
import { feeBpsOf, requireCategory, requireValidCategories } from './categories.ts'

const category = (slug: string, feeBps: number | null = null, archived = false) => ({
  slug,
  name: slug,
  feeBps,
  archived,
})
const categories = [
  category('design', 800),
  category('legal', 0),
  category('old', 300, true),
  category('text'),
]

describe('feeBpsOf', () => {
  it.each([
    [null, 500],
    ['design', 800],
    ['legal', 0],
    ['old', 300],
    ['text', 500],
    ['unknown', 500],
  ])('of category %s is %s', (slug, fee) => {
    expect(feeBpsOf({ feeBps: 500, categories }, slug)).toBe(fee)
  })
})

describe('requireCategory', () => {
  it.each([
    [null, null],
    ['design', null],
    ['old', 'old'],
    ['gone', 'gone'],
  ])('accepts %s on a listing of %s', (slug, current) => {
    expect(() => requireCategory({ categories }, slug, current)).not.toThrow()
  })

  it.each([
    ['old', null],
    ['unknown', null],
    ['old', 'design'],
  ])('refuses %s on a listing of %s', (slug, current) => {
    expect(() => requireCategory({ categories }, slug, current)).toThrow('"category" must be')
  })
})

describe('requireValidCategories', () => {
  it.each([
    ['a new one', [...categories, category('new')], undefined],
    ['another order', categories.toReversed(), undefined],
    ['a repeated slug', [...categories, category('text')], 'must not repeat'],
    ['a removed category', categories.slice(1), 'must keep "design"'],
  ])('decides on %s', (_case, after, refusal) => {
    const check = () => requireValidCategories(categories, after)
    if (refusal === undefined) expect(check).not.toThrow()
    else expect(check).toThrow(refusal)
  })
})
