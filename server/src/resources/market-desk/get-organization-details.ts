import type { AdminContract } from 'souk-contract'
import { found } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { agentsOfOrganization, findDeskOrganization, membersOf } from './queries.ts'
import { sharedDetails } from './shared-details.ts'
import { viewPersonWithRole } from './view.ts'

export const getOrganizationDetails: Operation<
  AdminContract['marketDesk']['getOrganizationDetails']
> = async (tx, caller, { organizationId }) => {
  const organization = found(await findDeskOrganization(tx, organizationId), 'organization')
  const { id, handle, display_name: displayName, standing } = organization
  return {
    organization: {
      id,
      handle,
      displayName,
      standing,
      createdAt: organization.created_at.toISOString(),
      deletedAt: organization.deleted_at?.toISOString() ?? null,
      members: (await membersOf(tx, id)).map(viewPersonWithRole),
      agents: (await agentsOfOrganization(tx, id)).map(({ display_name: name, ...agent }) => ({
        ...agent,
        displayName: name,
      })),
      ...(await sharedDetails(tx, caller, 'organization', id)),
    },
  }
}
