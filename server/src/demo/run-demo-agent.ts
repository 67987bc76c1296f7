/** The counterparty of demo trades: starts, delivers, revises and answers, with the operations that every provider uses. */
import { marketplaceExtension } from 'souk-contract'
import { systemCaller, type KeyCaller } from '../caller.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/transact.ts'
import { newId } from '../lib/ids.ts'
import { deliverTask } from '../tasks/commands/deliver-task.ts'
import { sendToTask } from '../tasks/commands/send-to-task.ts'
import { ensureDemoAgent } from './create-demo-agent.ts'
import { answerText, demoDelivery, startText } from './demo-delivery.ts'
import { lockWaitingTask, type DemoAgent, type WaitingTask } from './queries.ts'

const batchSize = 20

/** The work of a node: takes the next step of every task that waits for the demo agent. Returns the number of steps. */
export function createDemoWorker(context: Context): () => Promise<number> {
  let agent: DemoAgent | undefined
  /** A task whose step was refused is left to its timeouts. */
  const refused = new Set<string>()
  return async () => {
    agent ??= await ensureDemoAgent(context)
    let steps = 0
    while (steps < batchSize && (await takeNextStep(context, agent, refused))) steps++
    return steps
  }
}

async function takeNextStep(
  { store, log }: Pick<Context, 'store' | 'log'>,
  agent: DemoAgent,
  refused: Set<string>,
): Promise<boolean> {
  let task: WaitingTask | undefined
  try {
    await store.write(async (tx) => {
      task = await lockWaitingTask(tx, { agentId: agent.agentId, except: [...refused] })
      if (task !== undefined) await takeStep(tx, agent, task)
    })
  } catch (error) {
    if (task === undefined) throw error
    refused.add(task.id)
    log.warn({ task: task.id, error: String(error) }, 'demo step failed')
  }
  return task !== undefined
}

async function takeStep(tx: Tx, agent: DemoAgent, task: WaitingTask): Promise<void> {
  const caller = callerOf(agent)
  const address = { name: agent.handle, taskId: task.id }
  if (task.phase === 'requested') await sendToTask(tx, caller, say(address, tx.now, startText, 'working'))
  else if (task.phase === 'delivered') await sendToTask(tx, caller, say(address, tx.now, answerText))
  else await deliverTask(tx, caller, { ...address, ...demoDelivery(task.revisions) })
}

function say(address: { name: string; taskId: string }, now: Date, text: string, state?: string) {
  return {
    ...address,
    message: {
      messageId: newId('msg', now),
      role: 'agent' as const,
      parts: [{ text }],
      taskId: address.taskId,
      ...(state === undefined ? {} : { metadata: { [marketplaceExtension]: { state } } }),
    },
  }
}

function callerOf({ agentId, keyId }: DemoAgent): KeyCaller {
  return { ...systemCaller, kind: 'key', keyId, agentId, scopes: ['read', 'deliver'], wallet: false }
}
