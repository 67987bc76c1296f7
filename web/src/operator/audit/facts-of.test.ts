import { describe, expect, it } from 'vitest'
import { factsOf } from './facts-of.ts'
import { pageOf } from './page-of.ts'

describe('factsOf', () => {
  it('shows the reason and the change first, and nothing that is empty', () => {
    expect(
      factsOf({ operator: 'admin', after: 'suspend', until: null, before: 'open', reason: 'Fraud.' }),
    ).toEqual([
      { name: 'reason', text: 'Fraud.' },
      { name: 'before', text: 'open' },
      { name: 'after', text: 'suspend' },
      { name: 'operator', text: 'admin' },
    ])
  })
})

describe('pageOf', () => {
  it.each([
    ['usr_1', '/operator/users/usr_1'],
    ['agt_1', '/operator/agents/agt_1'],
    ['org_1', '/operator/organizations/org_1'],
    ['task_1', '/operator/tasks/task_1'],
    ['mcs_1', '/operator/cases/mcs_1'],
    ['policy_3', '/operator/policy'],
    ['ses_1', undefined],
  ])('finds the page of %s', (id, page) => {
    expect(pageOf(id)).toBe(page)
  })
})
