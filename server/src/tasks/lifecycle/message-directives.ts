import type { Words } from 'souk-contract'
import { fail } from '../../failure.ts'
import type { Move } from './lifecycle.ts'
import type { Side } from '../wire/messages.ts'

/** What a provider says with a state of A2A. */
const moves: Readonly<Record<string, Move>> = {
  working: 'start',
  'input-required': 'ask',
  'auth-required': 'askAuthorization',
  completed: 'complete',
  rejected: 'decline',
  failed: 'fail',
}

/** The move a message makes: only the provider says where the task stands. */
export function moveOf({ state, reply, terms }: Words, side: Side): Move {
  if (terms !== undefined) {
    fail(
      'unprocessable',
      'The terms of this task are settled.',
      'Send terms with the first message of a new task.',
    )
  }
  if (side === 'client' && (state !== undefined || reply !== undefined)) {
    fail('forbidden', 'Only the provider of a task sets its state.', 'Leave "state" and "reply" out.')
  }
  if (reply !== undefined) return 'reply'
  if (state === undefined) return 'message'
  const name = state
    .toLowerCase()
    .replace(/^task_state_/, '')
    .replaceAll('_', '-')
  return (
    (Object.hasOwn(moves, name) ? moves[name] : undefined) ??
    fail(
      'bad-request',
      `A provider cannot set the state "${state.slice(0, 40)}".`,
      `Choose one of: ${Object.keys(moves).join(', ')}.`,
    )
  )
}
