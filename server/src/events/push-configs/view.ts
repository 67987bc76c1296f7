import type { PushConfig } from 'souk-contract'
import type { PushConfigRow } from './queries.ts'

/** Without the token and the credentials. */
export function viewPushConfig(row: PushConfigRow): PushConfig {
  return {
    id: row.config_id,
    taskId: row.task_id,
    url: row.url,
    ...(row.scheme === null ? {} : { authentication: { scheme: row.scheme } }),
  }
}
