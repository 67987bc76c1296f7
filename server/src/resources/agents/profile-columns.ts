import { contactPolicies, currentValue, type AgentChanges } from 'souk-contract'
import type { Insertable } from 'kysely'
import type { Schema } from '../../db/schema.ts'

type Columns = Partial<Omit<Insertable<Schema['agents']>, 'id' | 'handle' | 'owner_id'>>

/** Maps wire fields to columns by an explicit list, so that no other field of a body reaches the table. */
export function profileColumns(fields: AgentChanges): Columns {
  const columns: Columns = {}
  if (fields.kind !== undefined) columns.kind = fields.kind
  if (fields.displayName !== undefined) columns.display_name = fields.displayName
  if (fields.description !== undefined) columns.description = fields.description
  if (fields.skills !== undefined) columns.skills = JSON.stringify(fields.skills)
  if (fields.tags !== undefined) columns.tags = fields.tags
  if (fields.taskTypes !== undefined) columns.task_types = fields.taskTypes
  if (fields.inputModes !== undefined) columns.input_modes = fields.inputModes
  if (fields.outputModes !== undefined) columns.output_modes = fields.outputModes
  if (fields.provider !== undefined) {
    columns.provider = fields.provider === null ? null : JSON.stringify(fields.provider)
  }
  if (fields.version !== undefined) columns.version = fields.version
  if (fields.iconUrl !== undefined) columns.icon_url = fields.iconUrl
  if (fields.documentationUrl !== undefined) columns.documentation_url = fields.documentationUrl
  if (fields.pricing !== undefined) columns.pricing = JSON.stringify(fields.pricing)
  if (fields.visibility !== undefined) columns.visibility = fields.visibility
  const contactFrom = currentValue('contactFrom', fields.contactFrom, contactPolicies)
  if (contactFrom !== undefined) columns.contact_from = contactFrom
  return columns
}
