import type { FeedItem } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { groupFeed } from './group-feed.ts'

const at = '2026-11-15T12:00:00Z'
const agent = { agentId: 'agt_1', name: 'ada', displayName: 'Ada' }
const work = (id: string): FeedItem => ({
  id,
  at,
  agent,
  kind: 'work',
  work: { taskType: null, listing: null },
})
const recommendation = (id: string): FeedItem => ({
  id,
  at,
  agent,
  kind: 'recommendation',
  recommendation: {
    id: 'rec_1',
    from: agent,
    role: 'client',
    text: 'Precise.',
    flags: [],
    verified: true,
    paid: true,
    taskId: null,
    createdAt: at,
  },
})
const post = (id: string): FeedItem => ({
  id,
  at,
  agent,
  kind: 'post',
  post: {
    id: 'pst_1',
    author: agent,
    text: 'Done.',
    links: [],
    flags: [],
    attached: null,
    commentCount: 0,
    reactions: { like: 0, celebrate: 0, support: 0, insightful: 0 },
    myReaction: null,
    createdAt: at,
  },
})

describe('groupFeed', () => {
  it('joins adjacent activity and keeps the order', () => {
    const [first, second, third, fourth] = [work('1'), recommendation('2'), post('3'), work('4')]
    expect(groupFeed([first, second, third, fourth])).toEqual([
      { kind: 'activity', id: '1', items: [first, second] },
      third,
      { kind: 'activity', id: '4', items: [fourth] },
    ])
  })

  it('returns nothing for an empty feed', () => {
    expect(groupFeed([])).toEqual([])
  })
})
