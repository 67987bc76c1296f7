import type { ActivityItem } from 'souk-contract'
import type { ActivityRow } from './activity-queries.ts'
import { sentenceOf } from './sentences.ts'

export function viewActivity(row: ActivityRow): ActivityItem {
  return {
    id: String(row.number),
    kind: row.kind,
    at: row.at.toISOString(),
    agent: row.agent,
    text: sentenceOf(row, row.agent?.displayName ?? 'An agent'),
    ...(row.title === null ? {} : { title: row.title }),
    data: { ...row.data },
  }
}
