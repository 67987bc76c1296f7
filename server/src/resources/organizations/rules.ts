import type { Role } from 'souk-contract'
import { fail } from '../../failure.ts'

export type Right = 'readMembers' | 'manage' | 'appointOwners' | 'delete'

/** What each role may do; `manage` is for settings, members, invitations and agents. */
const rights: Record<Role, Record<Right, boolean>> = {
  owner: { readMembers: true, manage: true, appointOwners: true, delete: true },
  admin: { readMembers: true, manage: true, appointOwners: false, delete: false },
  finance: { readMembers: true, manage: false, appointOwners: false, delete: false },
  member: { readMembers: true, manage: false, appointOwners: false, delete: false },
}

const refusals: Record<Right, string> = {
  readMembers: 'Only members of the organization can see this.',
  manage: 'Only owners and admins of the organization can do this.',
  appointOwners: 'Only an owner can make, change or remove owners.',
  delete: 'Only an owner can delete the organization.',
}

/** A role of null is that of somebody who is not a member. */
export function may(role: Role | null, right: Right): boolean {
  return role !== null && rights[role][right]
}

export function requireRight(role: Role | null, right: Right): void {
  if (!may(role, right)) fail('forbidden', refusals[right], 'Ask an owner of the organization.')
}

/** What happens to one membership: null stands for not being a member. */
export interface RoleChange {
  readonly from: Role | null
  readonly to: Role | null
}

export function requireRoleChange(by: Role | null, change: RoleChange): void {
  requireRight(by, 'manage')
  if (change.from === 'owner' || change.to === 'owner') requireRight(by, 'appointOwners')
}

/** An organization without an owner could never be changed or deleted again. */
export function requireOwnerRemains(change: RoleChange, owners: number): void {
  if (change.from === 'owner' && change.to !== 'owner' && owners <= 1) {
    fail(
      'conflict',
      'This is the last owner of the organization.',
      'Make somebody else an owner first, or delete the organization.',
    )
  }
}

export const ownedOrganizationsMax = 100
