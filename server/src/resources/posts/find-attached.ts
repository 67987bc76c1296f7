import type { Contract, Input } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { fail, found, notFound } from '../../failure.ts'
import { isInsider } from '../agents/access.ts'
import { findAgent } from '../agents/queries.ts'
import { requireListing } from '../listings/access.ts'
import { findOwnTask } from './attached-queries.ts'

type AttachmentInput = NonNullable<Input<Contract['posts']['createPost']>['attach']>

/** Returns the id of an attachment that the author may see and may publish. */
export async function findAttached(
  reader: Reader,
  caller: AgentCaller,
  { kind, id }: AttachmentInput,
): Promise<string> {
  switch (kind) {
    case 'listing': {
      const listing = await requireListing(reader, caller, id)
      if (listing.status === 'draft')
        fail('unprocessable', 'A draft listing cannot be attached.', 'Publish the listing first.')
      return listing.id
    }
    case 'agent': {
      const agent = found(await findAgent(reader, id), 'agent')
      if (agent.visibility === 'public') return agent.id
      if (!(await isInsider(reader, caller, agent.id))) return notFound('agent')
      return fail(
        'unprocessable',
        'A private profile cannot be attached.',
        'Make the profile public first, or remove the attachment.',
      )
    }
    case 'task': {
      const task = found(await findOwnTask(reader, caller.agentId, id), 'task')
      if (!task.completed)
        fail(
          'unprocessable',
          'Only a completed task can be attached.',
          'Complete the task first, or remove the attachment.',
        )
      return task.id
    }
  }
}
