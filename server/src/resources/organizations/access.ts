import type { Role } from 'souk-contract'
import type { UserCaller } from '../../caller.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { fail, found } from '../../failure.ts'
import { findRole } from './member-queries.ts'
import { findOrganization, lockOrganization, type OrganizationRow, type SeenOrganization } from './queries.ts'
import { requireRight, type Right } from './rules.ts'

interface MemberRole {
  readonly organization: OrganizationRow
  readonly role: Role | null
}

/** Locks the organization, then reads the caller's role, which cannot change while the lock is held. */
export async function lockMemberRole(tx: Tx, caller: UserCaller, id: string): Promise<MemberRole> {
  const organization = found(await lockOrganization(tx, id), 'organization')
  requireNotSuspended(organization)
  const role = await findRole(tx, { organizationId: organization.id, userId: caller.userId })
  return { organization, role }
}

/** A suspended organization is read-only, even for members in good standing. */
function requireNotSuspended({ standing }: OrganizationRow): void {
  if (standing !== 'suspended') return
  fail(
    'forbidden',
    'The operators have suspended this organization: it is read-only.',
    'An owner can appeal the decision.',
  )
}

/** Organizations are public, so a missing right is a 403. */
export async function lockOrganizationFor(
  tx: Tx,
  caller: UserCaller,
  id: string,
  right: Right,
): Promise<MemberRole> {
  const membership = await lockMemberRole(tx, caller, id)
  requireRight(membership.role, right)
  return membership
}

export async function readOrganizationFor(
  reader: Reader,
  caller: UserCaller,
  id: string,
  right: Right,
): Promise<SeenOrganization> {
  const organization = found(await findOrganization(reader, caller, id), 'organization')
  requireRight(organization.role, right)
  return organization
}
