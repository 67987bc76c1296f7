import type { Attachment, Listing } from 'souk-contract'
import { urlOfProfileFile } from '../agents/view.ts'
import { viewReputation } from '../trust/view.ts'
import type { AttachmentRow } from './attachment-queries.ts'
import type { SeenListing } from './queries.ts'

export function viewListing(
  row: SeenListing,
  { attachments, origin }: { readonly attachments: readonly Attachment[]; readonly origin: string },
): Listing {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    tags: row.tags,
    taskType: row.task_type,
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
    url: attachmentUrl(origin, row.listing_id, row.filename),
  }
}

export function attachmentUrl(origin: string, listingId: string, filename: string): string {
  return `${origin}/api/listings/${listingId}/attachments/${encodeURIComponent(filename)}`
}
