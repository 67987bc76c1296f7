/** Waits until a task has a result, and reads it. */
import type { Artifact, Market, Message, Part, Phase, Task } from 'souk-contract'
import { isSoukError } from '../error.ts'
import { marketOf, textOf } from '../market.ts'
import { iterate } from '../paging.ts'
import type { Content } from './content.ts'
import type { FindAddress, HireCalls, TaskAddress } from './hire-calls.ts'
import { filesIn, type ResultFile } from './result-files.ts'
import { taskEvents } from './task-events.ts'
import { TaskOutcomeError, type OutcomeCode } from './task-outcome-error.ts'
import { createTimeLimit } from './time-limit.ts'

/**
 * Delivered work.
 *
 * @example
 * const { text, files, version } = await task.result()
 * await task.accept({ expectedVersion: version })
 */
export interface TaskResult {
  readonly task: Task
  readonly market: Market
  /** Version of the task that was read. Pass it to `accept`, so that only work you have seen is paid. */
  readonly version: number
  /** All artifacts, complete even if the response of the task is truncated. */
  readonly artifacts: readonly Artifact[]
  /** Text of all artifacts. */
  readonly text: string
  readonly files: readonly ResultFile[]
}

/**
 * A question of the provider, for `onQuestion` of `result()`.
 *
 * @example
 * await task.result({ onQuestion: ({ text }) => (text.includes('language') ? 'English' : 'As you like.') })
 */
export interface ProviderQuestion {
  readonly taskId: string
  readonly message: Message | undefined
  readonly text: string
}

/**
 * Options of `result()`.
 *
 * @example
 * await task.result({ until: 'accepted', timeoutMs: 86_400_000 })
 */
export interface ResultOptions {
  /** `delivered` waits for the delivery, `accepted` for the end of the review. Default: `delivered`. */
  readonly until?: 'delivered' | 'accepted'
  /** Rejects with the code `timeout` after this time. Default: no limit, as with `Infinity`. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** Answers questions of the provider; `undefined` leaves a question to `answer()`. */
  readonly onQuestion?: (question: ProviderQuestion) => Content | undefined | Promise<Content | undefined>
}

const noResult: Partial<Record<Phase, OutcomeCode>> = {
  disputed: 'disputed',
  canceled: 'canceled',
  rejected: 'rejected',
  failed: 'failed',
}

type Answer = (version: number, content: string | readonly Part[]) => Promise<unknown>

export async function taskResult(
  calls: HireCalls,
  address: FindAddress,
  options: ResultOptions & { readonly answer: Answer },
): Promise<TaskResult> {
  const { until = 'delivered', timeoutMs, onQuestion, answer } = options
  const limit = createTimeLimit(options.signal, timeoutMs)
  const { signal } = limit
  try {
    const at = await address(signal)
    for await (const { market } of taskEvents(calls, address, { signal })) {
      if (!decides(market.phase)) continue
      // Events can be behind: the current task decides.
      const task = await calls.tasks.getTask(at, { signal })
      const { phase, version } = marketOf(task)
      const code = noResult[phase]
      if (code !== undefined) throw new TaskOutcomeError(code, task)
      if (phase === 'completed' || (phase === 'delivered' && until === 'delivered'))
        return await readResult(calls, at, task)
      if (phase === 'input_required' && onQuestion !== undefined) {
        const { message } = task.status
        const text = message === undefined ? '' : textOf(message)
        const content = await onQuestion({ taskId: at.taskId, message, text })
        if (content !== undefined) await answer(version, content)
      }
    }
    options.signal?.throwIfAborted()
    if (limit.isExpired()) throw await expired()
    throw new TypeError(`The events of task ${at.taskId} ended without a result.`)
  } catch (error) {
    if (limit.isExpired() && !isTaskOutcome(error)) throw await expired()
    throw error
  } finally {
    limit.close()
  }

  async function expired(): Promise<TaskOutcomeError> {
    const at = await address(options.signal)
    return new TaskOutcomeError('timeout', await calls.tasks.getTask(at, { signal: options.signal }))
  }
}

function decides(phase: Phase): boolean {
  return noResult[phase] !== undefined || ['delivered', 'completed', 'input_required'].includes(phase)
}

function isTaskOutcome(error: unknown): boolean {
  return error instanceof TaskOutcomeError || isSoukError(error, 'unauthorized')
}

async function readResult(calls: HireCalls, at: TaskAddress, task: Task): Promise<TaskResult> {
  const market = marketOf(task)
  const artifacts = market.truncated === true ? await allArtifacts(calls, at) : (task.artifacts ?? [])
  const text = artifacts
    .map(textOf)
    .filter((piece) => piece !== '')
    .join('\n')
  return { task, market, version: market.version, artifacts, text, files: filesIn(calls, artifacts) }
}

async function allArtifacts({ artifacts }: HireCalls, at: TaskAddress): Promise<Artifact[]> {
  const found: Artifact[] = []
  for await (const artifact of iterate(artifacts.listArtifacts, at)) found.push(artifact)
  return found
}
