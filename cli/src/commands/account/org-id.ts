import type { CommandContext } from '../../engine/context.ts'
import { argument } from '../../engine/params.ts'

export const organizationArgument = argument('Handle or ID of the organization')

/** Resolves a handle to an id, which the API requires in paths. */
export async function organizationId({ client }: CommandContext, handleOrId: string): Promise<string> {
  if (handleOrId.startsWith('org_')) return handleOrId
  return (await client.organizations.getOrganizationByHandle({ handle: handleOrId })).organization.id
}
