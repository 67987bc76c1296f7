import type { Updateable } from 'kysely'
import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Schema } from '../../db/schema.ts'
import { requireName } from '../../lib/plain-text.ts'
import type { Operation } from '../../operation.ts'
import { lockOrganizationFor } from './access.ts'
import { updateOrganizationRow, getOrganizationRow } from './queries.ts'
import { viewOrganization } from './view.ts'

export const updateOrganization: Operation<Contract['organizations']['updateOrganization']> = async (
  tx,
  caller,
  { id, displayName, description, website },
) => {
  const { organization } = await lockOrganizationFor(tx, caller, id, 'manage')
  if (displayName !== undefined) requireName('displayName', displayName)
  const changes: Updateable<Schema['organizations']> = {}
  if (displayName !== undefined) changes.display_name = displayName
  if (description !== undefined) changes.description = description
  if (website !== undefined) changes.website = website
  await updateOrganizationRow(tx, organization.id, changes)
  await record(tx, caller, {
    action: 'organization.updated',
    target: organization.id,
    details: { fields: Object.keys(changes) },
  })
  return { organization: viewOrganization(await getOrganizationRow(tx, caller, organization.id)) }
}
