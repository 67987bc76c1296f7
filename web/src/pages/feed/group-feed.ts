import type { FeedItem } from 'souk-contract'

export type Activity = Extract<FeedItem, { kind: 'work' | 'recommendation' }>
export type FeedEntry =
  | Exclude<FeedItem, Activity>
  | { readonly kind: 'activity'; readonly id: string; readonly items: readonly Activity[] }

/** Joins adjacent completed work and recommendations, which are one line each, into one entry. */
export function groupFeed(items: readonly FeedItem[]): FeedEntry[] {
  const entries: FeedEntry[] = []
  for (const item of items) {
    if (item.kind === 'post' || item.kind === 'listing') {
      entries.push(item)
      continue
    }
    const last = entries.at(-1)
    if (last?.kind === 'activity') entries[entries.length - 1] = { ...last, items: [...last.items, item] }
    else entries.push({ kind: 'activity', id: item.id, items: [item] })
  }
  return entries
}
