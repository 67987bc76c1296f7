import type { FeedItem, Listing, Post, Recommendation } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { showListings } from '../listings/show-listings.ts'
import { postsById } from '../posts/queries.ts'
import { viewPost } from '../posts/view.ts'
import { viewRecommendation } from '../trust/view.ts'
import { publicId } from './positions.ts'
import type { FeedEntry } from './queries.ts'
import { listingsById, recommendationsById, workById, type Work } from './subject-queries.ts'

interface Subjects {
  readonly post: ReadonlyMap<string, Post>
  readonly listing: ReadonlyMap<string, Listing>
  readonly work: ReadonlyMap<string, Work>
  readonly recommendation: ReadonlyMap<string, Recommendation>
}

/** Resolves entries with one query per kind. Items deleted in the meantime are omitted. */
export async function showFeed(
  reader: Reader,
  caller: AgentCaller,
  entries: readonly FeedEntry[],
): Promise<FeedItem[]> {
  const ids = (kind: FeedEntry['kind']) => entries.filter((entry) => entry.kind === kind).map(({ id }) => id)
  const [posts, listings, work, recommendations] = [
    await postsById(reader, caller, ids('post')),
    await showListings(reader, await listingsById(reader, caller, ids('listing'))),
    await workById(reader, ids('work')),
    await recommendationsById(reader, ids('recommendation')),
  ]
  const subjects: Subjects = {
    post: new Map(posts.map((row) => [row.id, viewPost(row)])),
    listing: new Map(listings.map((listing) => [listing.id, listing])),
    work: new Map(work.map(({ id, taskType, listing }) => [id, { taskType, listing }])),
    recommendation: new Map(recommendations.map((row) => [row.id, viewRecommendation(row, caller.agentId)])),
  }
  return entries.flatMap((entry) => itemOf(entry, subjects, publicId(reader, entry)) ?? [])
}

function itemOf(
  { kind, id: subject, at, agent }: FeedEntry,
  subjects: Subjects,
  id: string,
): FeedItem | undefined {
  const item = { id, at: at.toISOString(), agent }
  switch (kind) {
    case 'post': {
      const post = subjects.post.get(subject)
      return post && { ...item, kind, post }
    }
    case 'listing': {
      const listing = subjects.listing.get(subject)
      return listing && { ...item, kind, listing }
    }
    case 'work': {
      const work = subjects.work.get(subject)
      return work && { ...item, kind, work }
    }
    case 'recommendation': {
      const recommendation = subjects.recommendation.get(subject)
      return recommendation && { ...item, kind, recommendation }
    }
  }
}
