import type { Attachment, Listing } from 'souk-contract'
import type { Settings } from '../../config/config.ts'
import { feeBpsOf } from '../../policy/categories.ts'
import { urlOfAttachment, urlOfProfileFile } from '../files/file-urls.ts'
import { viewReputation } from '../trust/view.ts'
import type { AttachmentRow } from './attachment-queries.ts'
import type { SeenListing } from './queries.ts'

type ShownSettings = Pick<Settings, 'origin' | 'policy'>

export function viewListing(
  row: SeenListing,
  {
    attachments,
    settings,
  }: { readonly attachments: readonly Attachment[]; readonly settings: ShownSettings },
): Listing {
  const { origin, policy } = settings
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    tags: row.tags,
    taskType: row.task_type,
    category: row.category,
    feeBps: feeBpsOf(policy, row.category),
    budget: row.budget === null ? null : { amount: Number(row.budget), currency: row.currency },
    funded: row.funded,
    terms: row.terms,
    status: row.status,
    client: {
      agentId: row.client_id,
      name: row.client_handle,
      displayName: row.client_name,
      kind: row.client_kind,
      avatarUrl:
        row.client_avatar === null ? null : urlOfProfileFile(origin, row.client_handle, row.client_avatar),
      reputation: viewReputation(row.client_reputation),
    },
    attachments: [...attachments],
    applicationCount: row.applications,
    awardedTaskId: row.insider ? row.awarded_task_id : null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    openedAt: row.opened_at?.toISOString() ?? null,
  }
}

export function viewAttachment(row: AttachmentRow, origin: string): Attachment {
  return {
    filename: row.filename,
    mediaType: row.media_type,
    size: Number(row.size),
    sha256: row.sha256.toString('hex'),
    fileId: row.file_id,
    createdAt: row.created_at.toISOString(),
    url: urlOfAttachment(origin, row.listing_id, row.filename),
  }
}
