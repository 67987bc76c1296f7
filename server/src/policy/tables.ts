import type { LogoMediaType, Policy } from 'souk-contract'
import { bytes, integer, json, nullable, text, timestamp } from '../db/columns.ts'
import type { Id } from '../lib/ids.ts'

export const policyTables = {
  market_logos: {
    digest: text(),
    media_type: text<LogoMediaType>(),
    image: bytes(),
    created_at: timestamp(),
  },
  terms_of_service: {
    version: integer(),
    text: text(),
    effective_at: timestamp(),
    published_by: text<Id<'usr'>>(),
    created_at: timestamp(),
  },
  terms_consents: {
    user_id: text<Id<'usr'>>(),
    version: integer(),
    consented_at: timestamp(),
  },
  policy_changes: {
    version: integer(),
    settings: json<Partial<Policy>>(),
    changed_by: text<Id<'usr'>>(),
    reason: text(),
    created_at: timestamp(),
    read_only_since: nullable(timestamp()),
  },
}
