import type { Tx } from '../../db/transact.ts'
import type { StoredBrief } from '../../db/tables/task-tables.ts'
import type { Id } from '../../lib/ids.ts'
import { attachmentsOf } from '../../resources/listings/attachment-queries.ts'
import type { PackageRow } from '../../resources/packages/queries.ts'
import type { ListingRow } from '../../resources/listings/queries.ts'

/** Stores the version of a package with the task that hires it. */
export async function savePackageBrief(
  tx: Tx,
  taskId: Id<'task'>,
  { id, version, title, description, revisions }: PackageRow,
): Promise<StoredBrief> {
  const brief: StoredBrief = {
    title,
    description,
    attachments: [],
    terms: { maxRevisions: revisions },
    package: { packageId: id, version },
  }
  await insertBrief(tx, taskId, brief)
  return brief
}

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
      ...(file.file_id === null ? {} : { fileId: file.file_id }),
      createdAt: file.created_at.toISOString(),
    })),
    terms: listing.terms,
  }
  await insertBrief(tx, taskId, brief)
}

async function insertBrief(tx: Tx, taskId: Id<'task'>, brief: StoredBrief): Promise<void> {
  const values = { task_id: taskId, content: JSON.stringify(brief), created_at: tx.now }
  await tx.insertInto('task_briefs').values(values).execute()
}
