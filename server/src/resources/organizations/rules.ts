import type { Role } from 'souk-contract'
import { holds } from '../../authority/rights.ts'
import { fail } from '../../failure.ts'

/** `manage`: settings, members, invitations, agents. `own`: owners, deletion, and agents and keys of others. */
export const rights = ['readMembers', 'manage', 'wallet', 'own'] as const
export type Right = (typeof rights)[number]

const rightsByRole: Readonly<Record<Role, readonly Exclude<Right, 'wallet'>[]>> = {
  owner: ['readMembers', 'manage', 'own'],
  admin: ['readMembers', 'manage'],
  finance: ['readMembers'],
  member: ['readMembers'],
}

export const roles = ['owner', 'admin', 'finance', 'member'] as const satisfies readonly Role[]

const refusals: Record<Right, string> = {
  readMembers: 'Only members of the organization can see this.',
  manage: 'Only owners and admins of the organization can do this.',
  wallet: 'Only an owner can grant or revoke a role with access to the wallet.',
  own: 'Only an owner of the organization can do this.',
}

/** A null role is that of a non-member. */
export function may(role: Role | null, right: Right): boolean {
  if (role === null) return false
  return right === 'wallet' ? holds(`organization-${role}`, right) : rightsByRole[role].includes(right)
}

export function requireRight(role: Role | null, right: Right): void {
  if (!may(role, right)) fail('forbidden', refusals[right], 'Ask an owner of the organization.')
}

/** Change of one membership; null means not a member. */
interface RoleChange {
  readonly from: Role | null
  readonly to: Role | null
}

/** A member can grant and revoke only roles whose every right they hold, including their own role. */
export function mayChangeRole(by: Role | null, change: RoleChange): boolean {
  return rightsFor(change).every((right) => may(by, right))
}

export function requireRoleChange(by: Role | null, change: RoleChange): void {
  for (const right of rightsFor(change)) requireRight(by, right)
}

function rightsFor({ from, to }: RoleChange): Right[] {
  return rights.filter((right) => right === 'manage' || may(from, right) || may(to, right))
}

/** An organization without an owner could never be changed or deleted. */
export function requireOwnerRemains(change: RoleChange, owners: number): void {
  if (change.from === 'owner' && change.to !== 'owner' && owners <= 1) {
    fail(
      'conflict',
      'This is the last owner of the organization.',
      'Make another member an owner first, or delete the organization.',
    )
  }
}

export const ownedOrganizationsMax = 100
