import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { requireSubject } from './access.ts'
import {
  findSharedTask,
  getRecommendation,
  insertRecommendation,
  lastSharedTask,
  type Pair,
  type SharedTask,
} from './recommendation-queries.ts'
import { viewRecommendation } from './view.ts'

/** Speaks for the other side of work that was done; either side may. */
export const recommendAgent: Operation<Contract['trust']['recommendAgent']> = async (
  tx,
  caller,
  { name, text, taskId },
) => {
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
    })) ?? fail('conflict', 'Your agent has recommended this one for that task.', oncePerTask)
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

const oncePerTask = 'One for each task is enough. Withdraw it to say it anew.'

async function requireTask(tx: Tx, pair: Pair, taskId: string): Promise<SharedTask> {
  const task = (await findSharedTask(tx, pair, taskId)) ?? notFound('task')
  return task.completed ? task : nothingCompleted()
}

async function chooseTask(tx: Tx, pair: Pair): Promise<SharedTask> {
  const task = await lastSharedTask(tx, pair, { unsaid: true })
  if (task !== undefined) return task
  if ((await lastSharedTask(tx, pair, { unsaid: false })) === undefined) return nothingCompleted()
  return fail('conflict', 'Your agent has recommended this one for every task they completed.', oncePerTask)
}

function nothingCompleted(): never {
  return fail(
    'forbidden',
    'A recommendation rests on a task that the two agents have completed together, and there is none.',
    'Complete a task first, or endorse a skill instead.',
  )
}
