import { say } from '../../messages/en/operator-market.ts'

/** Roles in agents and organizations, as the API names them. */
const names: Readonly<Record<string, string>> = {
  owner: say('roleOwner'),
  admin: say('roleAdmin'),
  finance: say('roleFinance'),
  member: say('roleMember'),
  operator: say('roleOperator'),
  'organization-admin': say('roleOrganizationAdmin'),
  'organization-owner': say('roleOrganizationOwner'),
  'organization-finance': say('roleOrganizationFinance'),
  'organization-member': say('roleOrganizationMember'),
}

export function roleName(role: string): string {
  return names[role] ?? role
}
