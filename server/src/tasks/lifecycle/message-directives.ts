import type { Words } from 'souk-contract'
import { fail } from '../../failure.ts'
import type { Action } from './lifecycle.ts'
import type { Side } from './task-row.ts'

/** The action that each A2A state means when a provider sends it. */
const actions: Readonly<Record<string, Action>> = {
  working: 'start',
  'input-required': 'ask',
  'auth-required': 'askAuthorization',
  completed: 'complete',
  rejected: 'decline',
  failed: 'fail',
}

/** The action of a message. Only the provider can set the state of a task, and only the client an intent. */
export function actionOf({ state, reply, intent, terms, title }: Words, side: Side): Action {
  if (terms !== undefined || title !== undefined) {
    const field = terms === undefined ? 'title' : 'terms'
    fail(
      'unprocessable',
      `"${field}" cannot change after the first message of a task.`,
      `Remove "${field}", or open a new task.`,
    )
  }
  if (side === 'client' && (state !== undefined || reply !== undefined)) {
    fail(
      'forbidden',
      'Only the provider of a task can set "state" or "reply".',
      'Remove "state" and "reply".',
    )
  }
  if (side === 'provider' && intent !== undefined) {
    fail('forbidden', 'Only the client of a task can set "intent".', 'Remove "intent".')
  }
  if (intent !== undefined) return intent
  if (reply !== undefined) return 'reply'
  if (state === undefined) return 'message'
  const name = state
    .toLowerCase()
    .replace(/^task_state_/, '')
    .replaceAll('_', '-')
  return (
    (Object.hasOwn(actions, name) ? actions[name] : undefined) ??
    fail(
      'bad-request',
      `"state" cannot be set to "${state.slice(0, 40)}".`,
      `Choose one of: ${Object.keys(actions).join(', ')}.`,
    )
  )
}
