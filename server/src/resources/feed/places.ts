/**
 * For whom somebody worked is not told. So work has an id of its own in the feed, from which nobody who knows a task can
 * tell that it is this one, and a page that ends with it keeps the task to itself.
 */
import type { OperationContext } from '../../db/transact.ts'
import type { PageRequest, Position } from '../../operation.ts'
import type { FeedEntry } from './queries.ts'

type WithVault = Pick<OperationContext, 'vault'>

export function publicId({ vault }: WithVault, { kind, id }: Pick<FeedEntry, 'kind' | 'id'>): string {
  return kind === 'work' ? `work_${vault.sign('feed', id).toString('hex').slice(0, 32)}` : id
}

/** Where a page ends, as it is handed out. */
export function positionOf({ vault }: WithVault, { kind, at, id }: FeedEntry): Position {
  return [at.toISOString(), kind === 'work' ? sealedMark + vault.seal(id).toString('base64url') : id]
}

/** The same as it is looked up; it was signed, so it is ours. */
export function pageFrom({ vault }: WithVault, page: PageRequest): PageRequest {
  const [at, id] = page.after ?? []
  if (at === undefined || typeof id !== 'string' || !id.startsWith(sealedMark)) return page
  return { ...page, after: [at, vault.open(Buffer.from(id.slice(sealedMark.length), 'base64url'))] }
}

const sealedMark = 'work:'
