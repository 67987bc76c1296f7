import { api, useRead } from '../../api.ts'

/** Categories of the marketplace in their order, with their fees. */
export function useCategories() {
  return useRead(api.market.getMarket, {}).data?.categories ?? []
}

/** Names of categories by slug; an unknown slug is its own name. */
export function useCategoryName(): (slug: string) => string {
  const categories = useCategories()
  return (slug) => categories.find((category) => category.slug === slug)?.name ?? slug
}
