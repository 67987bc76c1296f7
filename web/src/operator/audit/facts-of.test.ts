import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { actionText } from './action-text.ts'
import { factsOf } from './facts-of.ts'
import { pageOf } from './page-of.ts'

describe('factsOf', () => {
  it('shows the reason and the change first, and nothing that is empty or shown elsewhere', () => {
    const details = { operator: 'admin', after: 'suspend', until: null, before: 'open', reason: 'Fraud.' }
    expect(factsOf(details, 'USD')).toEqual([
      { name: 'reason', label: 'Reason', text: 'Fraud.', isId: false },
      { name: 'before', label: 'Before', text: 'Open', isId: false },
      { name: 'after', label: 'After', text: 'Suspended', isId: false },
    ])
  })

  it('shows amounts as money and lists as text', () => {
    expect(factsOf({ amount: 5000, fields: ['feeBps', 'banner'], odd: { a: 1 } }, 'USD')).toEqual([
      { name: 'amount', label: 'Amount', text: '$50.00', isId: false },
      { name: 'fields', label: 'Changed', text: 'feeBps, banner', isId: false },
      { name: 'odd', label: 'odd', text: '{"a":1}', isId: false },
    ])
  })
})

describe('factsOf', () => {
  it('marks IDs', () => {
    const session = 'ses_01m7p2e7jwe00bqxa04f2cjk6m'
    expect(factsOf({ session }, 'USD')).toEqual([
      { name: 'session', label: 'Session', text: session, isId: true },
    ])
  })
})

describe('actionText', () => {
  it('has a text for every action that the server records', () => {
    const server = fileURLToPath(new URL('../../../../server/src', import.meta.url))
    const actions = readdirSync(server, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.test)\.ts$/.test(path))
      .flatMap((path) => {
        const text = readFileSync(`${server}/${path}`, 'utf8')
        return text.includes('record(') || text.includes('AuditEvent')
          ? [...text.matchAll(/action: '([a-z-]+\.[a-z_-]*[dtn])'/g)].map(([, action = '']) => action)
          : []
      })
    expect(actions.length).toBeGreaterThan(100)
    expect(actions.filter((action) => actionText(action) === undefined)).toEqual([])
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
