import type { Session } from '../engine/session.ts'
import { argument } from '../engine/words.ts'

export const whichOrganization = argument('handle or id')

/** Paths take the id; people know the handle. */
export async function idOf({ client }: Session, handleOrId: string): Promise<string> {
  if (handleOrId.startsWith('org_')) return handleOrId
  return (await client.organizations.getOrganizationByHandle({ handle: handleOrId })).organization.id
}
