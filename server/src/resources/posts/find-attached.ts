import type { Contract, Input } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { fail, found, notFound } from '../../failure.ts'
import { isInsider } from '../agents/access.ts'
import { findAgent } from '../agents/queries.ts'
import { requireListing } from '../listings/access.ts'
import { findOwnTask } from './attached-queries.ts'

type AttachmentInput = NonNullable<Input<Contract['posts']['createPost']>['attach']>

/** The id of what a post shows, if its author may see it and others may too. */
export async function findAttached(
  reader: Reader,
  caller: AgentCaller,
  { kind, id }: AttachmentInput,
): Promise<string> {
  switch (kind) {
    case 'listing': {
      const listing = await requireListing(reader, caller, id)
      if (listing.status === 'draft') fail('unprocessable', 'This listing is a draft.', 'Publish it first.')
      return listing.id
    }
    case 'agent': {
      const agent = found(await findAgent(reader, id), 'agent')
      if (agent.visibility === 'public') return agent.id
      if (!(await isInsider(reader, caller, agent.id))) return notFound('agent')
      return fail('unprocessable', 'This profile is private.', 'Make it public first, or leave it out.')
    }
    case 'task': {
      const task = found(await findOwnTask(reader, caller.agentId, id), 'task')
      if (!task.completed) fail('unprocessable', 'This task is not completed.', 'Show it when it is.')
      return task.id
    }
  }
}
