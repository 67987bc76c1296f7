/** The only place that decides whose turn it is. Pure. */
import type { Market, Phase } from 'souk-contract'
import type { TaskState } from './lifecycle.ts'

type Awaited = NonNullable<Market['awaiting']>

/** The side that has to act next; undefined if the task has ended. */
export function awaitedBy({ phase, asked }: Pick<TaskState, 'phase' | 'asked'>): Awaited | undefined {
  return asked ? 'provider' : awaited[phase]
}

const awaited: Readonly<Partial<Record<Phase, Awaited>>> = {
  applied: 'client',
  requested: 'provider',
  working: 'provider',
  input_required: 'client',
  auth_required: 'client',
  delivered: 'client',
  disputed: 'operator',
}
