import type { Agent, AgentPerson, AgentTrust } from 'souk-contract'
import { urlOfProfileFile } from '../files/file-urls.ts'
import { viewPerson } from '../users/view.ts'
import type { PersonRow } from './links/queries.ts'
import type { AgentRow } from './queries.ts'

interface AgentReader {
  /** Insiders also see private skills. */
  readonly audience: 'public' | 'insider'
  readonly origin: string
}

export function viewAgent(row: AgentRow, { audience, origin }: AgentReader, trust?: AgentTrust): Agent {
  const urlOf = (fileId: string | null) =>
    fileId === null ? null : urlOfProfileFile(origin, row.handle, fileId)
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
    avatarUrl: urlOf(row.avatar_file_id),
    bannerUrl: urlOf(row.banner_file_id),
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
