/** Offers each question about a delivery to the handler once. A question that the handler leaves open waits for a person. */
import type { Task } from 'souk-contract'
import { marketOf } from '../market.ts'
import { answerQuestion, openQuestionIn } from './answer-question.ts'
import type { Runner } from './runner.ts'

interface DeliveredTasks {
  /** Whether this version of the task can have a question that has not been offered. */
  canHaveQuestion(taskId: string, version: number): boolean
  /** Offers the open question of the task, unless it has been offered before. */
  check(task: Task): Promise<void>
  /** Forgets a task that is no longer delivered at this version. */
  forget(taskId: string, version: number): void
}

interface CheckedTask {
  readonly version: number
  /** Step of the last question that was offered. */
  readonly step: string | undefined
}

export function createDeliveredTasks(runner: Runner): DeliveredTasks {
  const checked = new Map<string, CheckedTask>()
  const isNewer = (taskId: string, version: number) => version > (checked.get(taskId)?.version ?? -1)
  return {
    canHaveQuestion: (taskId, version) => runner.onQuestion !== undefined && isNewer(taskId, version),
    check: async (task) => {
      const { phase, version } = marketOf(task)
      if (phase !== 'delivered') checked.delete(task.id)
      if (phase !== 'delivered' || runner.onQuestion === undefined) return
      const offered = checked.get(task.id)?.step
      const question = openQuestionIn(task)
      const isNew = question !== undefined && question.step !== offered
      if (isNew && !(await answerQuestion(runner, task, question))) return
      checked.set(task.id, { version, step: question?.step ?? offered })
    },
    // Webhooks can arrive late: an older version does not tell that the task has left the phase.
    forget: (taskId, version) => void (isNewer(taskId, version) && checked.delete(taskId)),
  }
}
