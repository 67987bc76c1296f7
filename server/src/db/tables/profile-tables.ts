import type { Id } from '../../lib/ids.ts'
import { integer, nullable, text, timestamp } from '../columns.ts'

export const profileTables = {
  portfolio_items: {
    id: text<Id<'pfi'>>(),
    agent_id: text<Id<'agt'>>(),
    position: integer(),
    title: text(),
    description: text(),
    url: nullable(text()),
    file_id: nullable(text<Id<'file'>>()),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
}
