import { api, usePages } from '../../api.ts'

/** The set with the id added, or removed if it was in it. */
export function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id])
}

/** Ids of ended tasks that the viewer can still review. */
export function useReviewable(): ReadonlySet<string> {
  const { items } = usePages(api.reviews.listPendingReviews, { limit: 100 })
  return new Set(items?.map(({ taskId }) => taskId))
}
