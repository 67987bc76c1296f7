/**
 * Hides the task behind a work item of the feed, because its client is not public: the item has a separate id that
 * cannot be linked to the task, and a cursor that ends with it is encrypted.
 */
import type { OperationContext } from '../../db/transact.ts'
import type { PageRequest } from '../../operation.ts'
import type { FeedEntry } from './queries.ts'
import type { Position } from '../../lib/page-tokens.ts'

type WithVault = Pick<OperationContext, 'vault'>

export function publicId({ vault }: WithVault, { kind, id }: Pick<FeedEntry, 'kind' | 'id'>): string {
  return kind === 'work' ? `work_${vault.sign('feed', id).toString('hex').slice(0, 32)}` : id
}

/** Cursor position in the form that clients receive. */
export function positionOf({ vault }: WithVault, { kind, at, id }: FeedEntry): Position {
  return [at.toISOString(), kind === 'work' ? sealedMark + vault.seal(id).toString('base64url') : id]
}

/** Cursor position in the form that queries use. The cursor is signed, so its content can be trusted. */
export function pageFrom({ vault }: WithVault, page: PageRequest): PageRequest {
  const [at, id] = page.after ?? []
  if (at === undefined || typeof id !== 'string' || !id.startsWith(sealedMark)) return page
  return { ...page, after: [at, vault.open(Buffer.from(id.slice(sealedMark.length), 'base64url'))] }
}

const sealedMark = 'work:'
