import type { Agent, AgentTrust } from 'souk-contract'
import type { AgentRow } from './queries.ts'

/** Insiders also see what is kept from the public: private skills. */
export function viewAgent(row: AgentRow, audience: 'public' | 'insider', trust?: AgentTrust): Agent {
  return {
    id: row.id,
    name: row.handle,
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
