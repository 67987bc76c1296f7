import { scopes } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { agentRights, grantableScopes, holds, rightsByRole, rolesHolding } from './rights.ts'

describe('holds', () => {
  it('grants the rights of each role, and none without a role', () => {
    for (const right of agentRights) {
      const holders = rolesHolding(right)
      for (const [role, held] of Object.entries(rightsByRole)) {
        expect([role, holders.includes(role)]).toEqual([role, held.includes(right)])
      }
      expect(holds(null, right)).toBe(false)
    }
    expect(rolesHolding('manage', 'wallet')).toEqual(['owner', 'organization-owner'])
    expect(rolesHolding()).toEqual(Object.keys(rightsByRole))
  })
})

describe('grantableScopes', () => {
  it('omits money scopes without access to the wallet', () => {
    expect(grantableScopes('owner', scopes)).toEqual([...scopes])
    expect(grantableScopes('organization-owner', scopes)).toEqual([...scopes])
    expect(grantableScopes('organization-admin', scopes)).toEqual(['read', 'apply', 'deliver', 'social'])
  })
})
