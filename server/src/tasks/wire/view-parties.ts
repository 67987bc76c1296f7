import type { Market } from 'souk-contract'
import { urlOfProfileFile } from '../../resources/files/file-urls.ts'
import type { NamedTask } from '../lifecycle/task-row.ts'

/** Both parties with name, kind and avatar, so that a list of tasks needs no profiles. */
export function viewParties(row: NamedTask, origin: string): Pick<Market, 'client' | 'provider'> {
  const avatarUrl = (handle: string, file: string | null) =>
    file === null ? null : urlOfProfileFile(origin, handle, file)
  return {
    client: {
      agentId: row.client_id,
      name: row.client_name,
      displayName: row.client_display_name,
      kind: row.client_kind,
      avatarUrl: avatarUrl(row.client_name, row.client_avatar),
    },
    provider: {
      agentId: row.provider_id,
      name: row.provider_name,
      displayName: row.provider_display_name,
      kind: row.provider_kind,
      avatarUrl: avatarUrl(row.provider_name, row.provider_avatar),
    },
  }
}
