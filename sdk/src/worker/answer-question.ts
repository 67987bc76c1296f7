/** Answers a question of the client about a delivery, with retries. */
import type { Part, Task } from 'souk-contract'
import { isSoukError } from '../error.ts'
import { marketOf, textOf } from '../market.ts'
import { backoff, sleep } from '../retry.ts'
import type { Runner } from './runner.ts'
import { historyOf } from './task-view.ts'

const pauseMs = 500

export async function answerQuestion(runner: Runner, task: Task): Promise<void> {
  const { onQuestion, report, attemptsMax, stopping, abandon } = runner
  const questions = historyOf(task).filter(({ role }) => role === 'ROLE_USER')
  const message = questions.at(-1)
  if (onQuestion === undefined || message === undefined) return
  const question = { taskId: task.id, message, text: textOf(message.parts), task }
  // The same for every attempt, so that a repeated call does not answer twice.
  const step = `${task.id}:${marketOf(task).revisionsUsed ?? 0}:answer:${questions.length}`
  for (let attempt = 1; attempt <= attemptsMax && !stopping.aborted; attempt += 1) {
    try {
      const answer = await onQuestion(question)
      if (answer !== undefined) await send(runner, task, { step, answer })
      return
    } catch (error) {
      if (isSoukError(error, 'unauthorized')) return abandon(error)
      report(error, { taskId: task.id })
      await sleep(backoff(pauseMs, attempt - 1), stopping).catch(() => undefined)
    }
  }
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
