import { topicNames, type TopicName } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import type { MailAllowance } from '../db/tables/mail-tables.ts'
import { allowanceOf, senderShareOf } from './mail-rules.ts'

const topicsOf = (allowance: MailAllowance, phase: string | null): TopicName[] =>
  topicNames.filter((topic) => allowanceOf(topic, phase) === allowance)

describe('allowanceOf', () => {
  it('counts mail about money and about agreed work apart from what strangers can cause', () => {
    expect(topicsOf('money', null)).toEqual(['payout', 'chargeback'])
    expect(topicsOf('work', 'delivered')).toEqual([
      'delivered',
      'deadline',
      'dispute',
      'offer',
      'ruling',
      'approval',
    ])
  })

  it.each(['applied', 'requested'])('counts the deadline of a task that is %s like the request', (phase) => {
    expect(allowanceOf('deadline', phase)).toBe(allowanceOf('request', phase))
  })
})

describe('senderShareOf', () => {
  it.each([
    ['other', 50, 10],
    ['other', 3, 1],
    ['work', 50, 25],
    ['work', 1, 1],
    ['money', 50, 50],
  ] as const)('%s: of %i a day, one sender causes at most %i', (allowance, perDay, share) => {
    expect(senderShareOf(allowance, perDay)).toBe(share)
  })
})
