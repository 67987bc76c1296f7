import type { Contract } from 'souk-contract'
import { read, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { getAgentRow } from '../agents/queries.ts'
import { activityOf } from './activity-queries.ts'
import { pageFrom, positionOf } from './positions.ts'
import { feedEntries } from './queries.ts'
import { interestsOf } from './rules.ts'
import { showFeed } from './show-feed.ts'
import { viewActivity } from './view.ts'

export const feed: Handlers<Contract['feed']> = {
  getFeed: read(async (reader, caller, { page }) => {
    const profile = await getAgentRow(reader, caller.agentId)
    const rows = await feedEntries(reader, caller, {
      ownerId: profile.owner_id,
      interests: interestsOf(profile),
      page: pageFrom(reader, page),
    })
    const { items, next } = pageOf(
      rows,
      page,
      (row) => row,
      (row) => positionOf(reader, row),
    )
    return { items: await showFeed(reader, caller, items), next }
  }),
  getActivity: read(async (reader, { agentId }, { page }) =>
    pageOf(await activityOf(reader, agentId, page), page, viewActivity, (row) => [String(row.number)]),
  ),
}
