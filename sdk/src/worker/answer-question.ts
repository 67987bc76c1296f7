/** Answers a question of the client about a delivery, with retries. */
import type { Message, Part, Task } from 'souk-contract'
import { isSoukError } from '../error.ts'
import { marketOf, textOf } from '../market.ts'
import { backoff, isTransient, sleep } from '../retry.ts'
import type { Runner } from './runner.ts'
import { hasOpenQuestion, historyOf } from './task-view.ts'

const pauseMs = 500

interface OpenQuestion {
  readonly message: Message
  /** The same for every attempt, so that a repeated call does not answer twice. */
  readonly step: string
}

/** The question of the client that waits for an answer, if the task has one. */
export function openQuestionIn(task: Task): OpenQuestion | undefined {
  const messages = historyOf(task).filter(({ role }) => role === 'ROLE_USER')
  const message = messages.at(-1)
  if (message === undefined || !hasOpenQuestion(task)) return undefined
  return { message, step: `${task.id}:${marketOf(task).revisionsUsed ?? 0}:answer:${messages.length}` }
}

/**
 * Returns whether the question needs no other attempt: it is answered, left to a person, or the last attempt has
 * failed. Transient errors of the marketplace are no reason to leave it to a person.
 */
export async function answerQuestion(
  runner: Runner,
  task: Task,
  { message, step }: OpenQuestion,
): Promise<boolean> {
  const { onQuestion, report, attemptsMax, stopping, abandon } = runner
  const question = { taskId: task.id, message, text: textOf(message.parts), task }
  let canRetry = true
  for (let attempt = 1; attempt <= attemptsMax && !stopping.aborted; attempt += 1) {
    try {
      const answer = await onQuestion?.(question)
      if (answer !== undefined) await send(runner, task, { step, answer })
      return true
    } catch (error) {
      if (isSoukError(error, 'unauthorized')) abandon(error)
      else report(error, { taskId: task.id })
      canRetry = isSoukError(error) && isTransient(error)
      await sleep(backoff(pauseMs, attempt - 1), stopping).catch(() => undefined)
    }
  }
  return !canRetry && !stopping.aborted
}

async function send(
  { client, agent: { name }, stopping: signal }: Runner,
  { id: taskId }: Task,
  { step, answer }: { step: string; answer: string | readonly Part[] },
): Promise<void> {
  const parts = typeof answer === 'string' ? [{ text: answer }] : [...answer]
  const message = { messageId: step, taskId, role: 'agent', parts }
  const input = { name, message, configuration: { returnImmediately: true } }
  await client.tasks.sendMessage(input, { idempotencyKey: step, signal })
}
