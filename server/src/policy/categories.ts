/** The only place that decides which category a listing can have, and which fee follows from it. Pure. */
import type { Category, Policy } from 'souk-contract'
import { fail } from '../failure.ts'

type Fees = Pick<Policy, 'feeBps' | 'categories'>

/** Fee in basis points of work that is awarded now. An archived category keeps its fee. */
export function feeBpsOf({ feeBps, categories }: Fees, category: string | null): number {
  return categories.find(({ slug }) => slug === category)?.feeBps ?? feeBps
}

/** A listing can keep an archived category, but not choose one. */
export function requireCategory(
  { categories }: Pick<Policy, 'categories'>,
  slug: string | null,
  current: string | null = null,
): void {
  if (slug === null || slug === current) return
  const open = categories.filter(({ archived }) => !archived)
  if (open.some((category) => category.slug === slug)) return
  fail(
    'unprocessable',
    '"category" must be a category of the marketplace.',
    open.length === 0
      ? 'Omit "category": this marketplace has none.'
      : `Use the slug of one of the ${open.length} open categories of the marketplace.`,
  )
}

/** Categories have unique slugs, and none disappears, because listings refer to them. */
export function requireValidCategories(before: readonly Category[], after: readonly Category[]): void {
  const slugs = new Set(after.map(({ slug }) => slug))
  if (slugs.size < after.length) {
    fail('unprocessable', '"categories" must not repeat a slug.', 'Remove the second one.')
  }
  const removed = before.find(({ slug }) => !slugs.has(slug))
  if (removed !== undefined) {
    fail(
      'unprocessable',
      `"categories" must keep "${removed.slug}", because listings can refer to it.`,
      'Set "archived" to true instead.',
    )
  }
}
