import type { Agent, AgentPerson, AgentTrust } from 'souk-contract'
import { viewPerson } from '../users/view.ts'
import type { PersonRow } from './links/queries.ts'
import type { AgentRow } from './queries.ts'

/** Insiders also see private skills. */
export function viewAgent(row: AgentRow, audience: 'public' | 'insider', trust?: AgentTrust): Agent {
  return {
    id: row.id,
    name: row.handle,
    kind: row.kind,
    displayName: row.display_name,
    description: row.description,
    skills: audience === 'insider' ? row.skills : row.public_skills,
    tags: row.tags,
    taskTypes: row.task_types,
    inputModes: row.input_modes,
    outputModes: row.output_modes,
    provider: row.provider,
    version: row.version,
    iconUrl: row.icon_url,
    documentationUrl: row.documentation_url,
    pricing: row.pricing,
    visibility: row.visibility,
    contactFrom: row.contact_from,
    ...(trust === undefined ? {} : { trust }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function viewAgentPerson(row: PersonRow): AgentPerson {
  return {
    person: viewPerson(row),
    role: row.role,
    since: row.since.toISOString(),
    grantedBy: row.granted_by,
    organization: row.organization,
    removable: row.role === 'operator',
  }
}
