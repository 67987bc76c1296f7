/** Commands for the categories of listings, which are part of the policy. */
import type { Category } from 'souk-contract'
import { command } from '../../../engine/command.ts'
import { argument, choice, integer, prose, required, text } from '../../../engine/params.ts'
import { table, type Fields } from '../../../terminal/views.ts'
import { asOperator } from '../admin-api.ts'

const fields: Fields<Category> = {
  slug: ({ slug }) => slug,
  name: ({ name }) => name,
  fee: ({ feeBps }) => (feeBps === null ? 'market' : `${feeBps / 100} %`),
  archived: ({ archived }) => archived,
}

const render = ({ policy }: { policy: { categories: readonly Category[] } }) => [
  table(fields, policy.categories, 'No categories.'),
]

export const categories = command({
  name: 'categories',
  summary: 'List the categories of listings in their order',
  operations: ['getPolicy'],
  example: 'souk admin policy categories',
  run: (context) => asOperator(context, ({ policy }) => policy.getPolicy()),
  render,
})

export const category = command({
  name: 'category',
  summary: 'Add or change a category of listings',
  description:
    'Omitted options keep their values. A new category comes last. Tasks keep the fee of their award.',
  operations: ['getPolicy', 'updatePolicy'],
  args: { slug: argument('Slug of the category') },
  options: {
    name: text('Name that people see; default: the slug'),
    fee: integer('Fee in basis points', { max: 5000 }),
    feeOf: choice('Return to the fee of the marketplace', ['market']),
    archived: choice('Whether new listings can no longer use it', ['yes', 'no']),
    place: integer('Place in the list, from 1', { min: 1, max: 100 }),
    reason: required(prose('Why the policy changes')),
  },
  confirm: ({ slug }) => `Change the category ${slug}?`,
  example: 'souk admin policy category design --name Design --fee 800 --reason "More support." --yes',
  run: (context, { slug, reason, place, ...options }) =>
    asOperator(context, async ({ policy }) => {
      const { version: expectedVersion, policy: current } = await policy.getPolicy()
      const { categories: before } = current
      const changed = changedCategory(
        before.find((known) => known.slug === slug),
        slug,
        options,
      )
      return policy.updatePolicy({
        categories: placed(before, changed, place),
        expectedVersion,
        reason,
      })
    }),
  render,
})

interface Changes {
  readonly name: string | undefined
  readonly fee: number | undefined
  readonly feeOf: 'market' | undefined
  readonly archived: 'yes' | 'no' | undefined
}

function changedCategory(
  before: Category | undefined,
  slug: string,
  { name, fee, feeOf, archived }: Changes,
): Category {
  return {
    slug,
    name: name ?? before?.name ?? slug,
    feeBps: feeOf === 'market' ? null : (fee ?? before?.feeBps ?? null),
    archived: archived === undefined ? (before?.archived ?? false) : archived === 'yes',
  }
}

/** Replaces the category where it is, or moves it to a place. */
function placed(before: readonly Category[], changed: Category, place: number | undefined): Category[] {
  const known = before.findIndex(({ slug }) => slug === changed.slug)
  const index = place === undefined ? (known === -1 ? before.length : known) : place - 1
  return before.filter(({ slug }) => slug !== changed.slug).toSpliced(index, 0, changed)
}
