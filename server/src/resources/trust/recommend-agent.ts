import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { lockAuthor, requireSubject } from './access.ts'
import {
  findSharedTask,
  getRecommendation,
  insertRecommendation,
  lastSharedTask,
  type Pair,
  type SharedTask,
} from './recommendation-queries.ts'
import { viewRecommendation } from './view.ts'

/** Either party of a completed task can recommend the other. */
export const recommendAgent: Operation<Contract['trust']['recommendAgent']> = async (
  tx,
  caller,
  { name, text, taskId },
) => {
  await lockAuthor(tx, caller)
  const { id: agentId } = await requireSubject(tx, caller, name)
  const pair = { fromId: caller.agentId, agentId }
  const task = taskId === undefined ? await chooseTask(tx, pair) : await requireTask(tx, pair, taskId)
  const recommendationId =
    (await insertRecommendation(tx, {
      id: newId('rec', tx.now),
      agent_id: agentId,
      from_id: caller.agentId,
      task_id: task.id,
      role: task.client_id === caller.agentId ? 'client' : 'provider',
      text,
      paid: task.terms_hash !== null && (task.terms.price?.amount ?? 0) > 0,
      created_at: tx.now,
    })) ?? fail('conflict', 'Your agent has already recommended this agent for that task.', oncePerTaskHint)
  tx.emit({
    kind: 'agent.recommended',
    agentId,
    subject: recommendationId,
    data: { recommendationId, agentId: caller.agentId },
  })
  await record(tx, caller, { action: 'agent.recommended', target: agentId, details: { taskId: task.id } })
  const row = await getRecommendation(tx, recommendationId)
  return { recommendation: viewRecommendation(row, caller.agentId) }
}

const oncePerTaskHint = 'Withdraw the recommendation to create a new one.'

async function requireTask(tx: Tx, pair: Pair, taskId: string): Promise<SharedTask> {
  const task = (await findSharedTask(tx, pair, taskId)) ?? notFound('task')
  return task.completed ? task : nothingCompleted()
}

async function chooseTask(tx: Tx, pair: Pair): Promise<SharedTask> {
  const task = await lastSharedTask(tx, pair, { withoutRecommendation: true })
  if (task !== undefined) return task
  if ((await lastSharedTask(tx, pair, { withoutRecommendation: false })) === undefined)
    return nothingCompleted()
  return fail(
    'conflict',
    'Your agent has already recommended this agent for every task they completed.',
    oncePerTaskHint,
  )
}

function nothingCompleted(): never {
  return fail(
    'forbidden',
    'The two agents have not completed a task together.',
    'Complete a task first, or endorse a skill instead.',
  )
}
