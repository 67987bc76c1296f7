import type { Role } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import {
  may,
  mayChangeRole,
  requireOwnerRemains,
  requireRoleChange,
  rights,
  roles,
  type Right,
} from './rules.ts'

const everyone: readonly (Role | null)[] = [...roles, null]

describe('may', () => {
  const holders: Record<Right, readonly (Role | null)[]> = {
    readMembers: ['owner', 'admin', 'finance', 'member'],
    manage: ['owner', 'admin'],
    wallet: ['owner', 'finance'],
    own: ['owner'],
  }

  it.each(rights.map((right) => [right, holders[right]] as const))(
    'grants "%s" to %j only',
    (right, expected) => {
      expect(everyone.filter((role) => may(role, right))).toEqual(expected)
    },
  )
})

describe('requireRoleChange', () => {
  it.each<[from: Role | null, to: Role | null, by: readonly Role[]]>([
    [null, 'owner', ['owner']],
    [null, 'admin', ['owner', 'admin']],
    [null, 'finance', ['owner']],
    [null, 'member', ['owner', 'admin']],
    ['owner', 'owner', ['owner']],
    ['owner', 'admin', ['owner']],
    ['owner', 'member', ['owner']],
    ['owner', null, ['owner']],
    ['admin', 'owner', ['owner']],
    ['admin', 'finance', ['owner']],
    ['admin', 'member', ['owner', 'admin']],
    ['admin', null, ['owner', 'admin']],
    ['finance', 'owner', ['owner']],
    ['finance', 'member', ['owner']],
    ['finance', null, ['owner']],
    ['member', 'admin', ['owner', 'admin']],
    ['member', null, ['owner', 'admin']],
  ])('allows the change from %j to %j by %j only', (from, to, by) => {
    expect(everyone.filter((role) => !throws(() => requireRoleChange(role, { from, to })))).toEqual(by)
    expect(everyone.filter((role) => mayChangeRole(role, { from, to }))).toEqual(by)
  })
})

describe('requireOwnerRemains', () => {
  it.each<[from: Role | null, to: Role | null, owners: number, refused: boolean]>([
    ['owner', null, 1, true],
    ['owner', 'admin', 1, true],
    ['owner', 'member', 1, true],
    ['owner', 'owner', 1, false],
    ['owner', null, 2, false],
    ['owner', 'member', 2, false],
    ['admin', null, 1, false],
    ['member', 'owner', 1, false],
    [null, 'owner', 1, false],
  ])('from %j to %j with %i owners: refused is %j', (from, to, owners, refused) => {
    expect(throws(() => requireOwnerRemains({ from, to }, owners))).toBe(refused)
  })
})

function throws(check: () => void): boolean {
  try {
    check()
    return false
  } catch {
    return true
  }
}
