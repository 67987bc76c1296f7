import type { Tx } from '../../db/transact.ts'
import type { StoredBrief } from '../../db/task-tables.ts'
import type { Id } from '../../lib/ids.ts'
import { attachmentsOf } from '../../resources/listings/attachment-queries.ts'
import type { ListingRow } from '../../resources/listings/queries.ts'

/** Stores the current listing with the task that is awarded. The caller holds the lock of the listing. */
export async function saveBrief(tx: Tx, taskId: Id<'task'>, listing: ListingRow): Promise<void> {
  const files = await attachmentsOf(tx, [listing.id])
  const brief: StoredBrief = {
    title: listing.title,
    description: listing.description,
    attachments: files.map((file) => ({
      filename: file.filename,
      mediaType: file.media_type,
      size: Number(file.size),
      sha256: file.sha256.toString('hex'),
      createdAt: file.created_at.toISOString(),
    })),
    terms: listing.terms,
  }
  await tx
    .insertInto('task_briefs')
    .values({ task_id: taskId, content: JSON.stringify(brief), created_at: tx.now })
    .execute()
}
