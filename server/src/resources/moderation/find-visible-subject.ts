import type { ReportReason, Report } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { found, notFound } from '../../failure.ts'
import { requireListing } from '../listings/access.ts'
import { requirePost } from '../posts/access.ts'
import { findComment } from '../posts/comment-queries.ts'
import { findReview } from '../reviews/queries.ts'
import { addresseesNamed } from '../threads/address-queries.ts'
import { isKnown } from '../threads/rules.ts'
import { findSubject, otherPartyOf, placeOf, seesMessage, type Subject } from './subject-queries.ts'

interface Reported {
  readonly kind: Report['kind']
  readonly subjectId: string
  readonly reason: ReportReason
}

type Find = (tx: Tx, caller: AgentCaller, id: string) => Promise<Subject | undefined>

/** Finds a subject by the rules of its own resource; what the reporter cannot see does not exist for them. */
const finders: Readonly<Record<Reported['kind'], Find>> = {
  agent: async (tx, caller, id) => {
    const [agent] = await addresseesNamed(tx, caller, [id])
    return agent !== undefined && isKnown(agent) ? findSubject(tx, 'agent', agent.id) : undefined
  },
  listing: async (tx, caller, id) => findSubject(tx, 'listing', (await requireListing(tx, caller, id)).id),
  post: async (tx, caller, id) => findSubject(tx, 'post', (await requirePost(tx, caller, id)).id),
  comment: async (tx, caller, id) => {
    const post = await requirePost(tx, caller, (await placeOf(tx, 'comment', id)) ?? notFound('comment'))
    const comment = await findComment(tx, caller, { postId: post.id, commentId: id })
    return comment === undefined ? undefined : findSubject(tx, 'comment', comment.id)
  },
  message: async (tx, caller, id) =>
    (await seesMessage(tx, caller.agentId, id)) ? findSubject(tx, 'message', id) : undefined,
  task: async (tx, caller, id) => {
    const other = await otherPartyOf(tx, caller.agentId, id)
    return other === undefined ? undefined : findSubject(tx, 'task', id, other)
  },
  review: async (tx, caller, id) => {
    const review = await findReview(tx, caller.agentId, id)
    return review === undefined ? undefined : findSubject(tx, 'review', review.id)
  },
}

/** One refusal for every kind, so that a reporter cannot learn which ids exist. */
export async function findVisibleSubject(
  tx: Tx,
  caller: AgentCaller,
  { kind, subjectId }: Reported,
): Promise<Subject> {
  return found(await finders[kind](tx, caller, subjectId), kind)
}
