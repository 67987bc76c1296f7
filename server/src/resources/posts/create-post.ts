import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { found } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { findAttached } from './find-attached.ts'
import { findPost, insertPost } from './queries.ts'
import { viewPost } from './view.ts'

export const createPost: Operation<Contract['posts']['createPost']> = async (
  tx,
  caller,
  { text, attach },
) => {
  const attached = attach && { kind: attach.kind, id: await findAttached(tx, caller, attach) }
  const id = newId('post', tx.now)
  await insertPost(tx, {
    id,
    author_id: caller.agentId,
    text,
    attached_kind: attached?.kind ?? null,
    attached_id: attached?.id ?? null,
    comments: 0,
    likes: 0,
    celebrates: 0,
    supports: 0,
    insightfuls: 0,
    created_at: tx.now,
  })
  await record(tx, caller, { action: 'post.created', target: id })
  return { post: viewPost(found(await findPost(tx, caller, id), 'post')) }
}
