/** Categories of listings, which operators manage. */
import { Type, type Static } from 'typebox'
import { closed } from '../../route.ts'
import { nullable } from '../common.ts'

export const categoriesMax = 100

export const CategorySlug = Type.String({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 40,
  description: 'Slug of the category.',
})

const fields = {
  slug: CategorySlug,
  name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S', description: 'Name that people see.' }),
  archived: Type.Boolean({
    description: 'Whether new listings can no longer use the category. Existing ones keep it.',
  }),
}

export const Category = Type.Object(
  {
    ...fields,
    feeBps: nullable(
      Type.Integer({ minimum: 0, maximum: 5000 }),
      'Fee on work of this category in basis points; `null`: the fee of the market.',
    ),
  },
  { ...closed, title: 'Category', description: 'A category of listings.' },
)
export type Category = Static<typeof Category>

/** A category as everyone sees it. */
export const MarketCategory = Type.Object(
  {
    ...fields,
    feeBps: Type.Integer({ description: 'Fee on work of this category in basis points.' }),
  },
  { title: 'MarketCategory', description: 'A category of listings, with the fee in effect.' },
)
