import type { Contract, Input } from 'souk-contract'
import { requireSide } from './access.ts'
import { requireTransition } from '../lifecycle/task-state.ts'
import { partyStep } from './take-step.ts'

/** Ends a task before work exists. The client cancels it; the provider declines it or withdraws an application. */
export const cancelTask = partyStep<Input<Contract['tasks']['cancelTask']>>((at, caller, party) => {
  requireSide(caller, party)
  const { task, side } = party
  // Canceling a canceled task changes nothing, so that a repeated call gets the response it missed.
  if (task.phase === 'canceled') return undefined
  return { transition: requireTransition(task, 'cancel', side, at.now), step: {} }
})
