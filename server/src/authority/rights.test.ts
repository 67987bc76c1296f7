import { scopes } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { agentRights, grantableScopes, holds, rightsByRole, rolesHolding } from './rights.ts'

describe('holds', () => {
  it('knows the rights of every role and none of a stranger', () => {
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
  it('leaves out money without the right to the wallet', () => {
    expect(grantableScopes('owner', scopes)).toEqual([...scopes])
    expect(grantableScopes('organization-owner', scopes)).toEqual([...scopes])
    expect(grantableScopes('organization-admin', scopes)).toEqual(['read', 'apply', 'deliver', 'social'])
  })
})
