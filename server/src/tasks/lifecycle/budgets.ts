/** The only place that limits how much content each side can add to a task. */
import { fail } from '../../failure.ts'
import type { Action, Transition } from './lifecycle.ts'
import type { NewEvent, Side, TaskRow } from './task-row.ts'

const mebibyte = 1024 * 1024

/** Messages and artifact chunks of one side of one task, and their bytes as JSON. */
export const taskBudget = { messages: 2000, bytes: 32 * mebibyte } as const

/** Stored size of one message or artifact chunk. A body of 1 MiB exceeds it only with long exponents, see below. */
const contentBytesMax = 4 * mebibyte

/**
 * Decisions are free: a side that has used up its budget can still take them. The lifecycle bounds their number, because
 * each one ends the task, happens once, or is a delivery, of which there is at most one more than revisions.
 */
const decisions: ReadonlySet<Action> = new Set<Action>([
  'award', 'cancel', 'deliver', 'complete', 'reply', 'decline', 'fail', 'accept', 'dispute',
]) // prettier-ignore

export function isDecision(action: Action): boolean {
  return decisions.has(action)
}

type Usage = Pick<TaskRow, 'client_messages' | 'client_bytes' | 'provider_messages' | 'provider_bytes'>

const noUsage: Usage = { client_messages: 0, client_bytes: 0, provider_messages: 0, provider_bytes: 0 }

/** Usage of both sides after these events. Refuses events beyond the budget of the side that adds them. */
export function usageAfter(
  before: Usage,
  { action, by }: Pick<Transition, 'action' | 'by'>,
  events: readonly Pick<NewEvent, 'message' | 'artifact'>[],
): Partial<Usage> {
  const sizes = contentsOf(events).map(storedBytes)
  if (sizes.some((size) => size > contentBytesMax)) {
    fail(
      'payload-too-large',
      `A message or artifact chunk must be at most ${contentBytesMax / mebibyte} MiB when stored.`,
      'Split it, or link large content by "url".',
    )
  }
  if ((by !== 'client' && by !== 'provider') || isDecision(action) || sizes.length === 0) return {}
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return addUsage(before, by, { messages: sizes.length, bytes })
}

/** Usage of a new task. */
export function usageOfFirst(by: Side, event: Pick<NewEvent, 'message'>): Usage {
  return { ...noUsage, ...usageAfter(noUsage, { action: 'message', by }, [event]) }
}

function addUsage(
  before: Usage,
  side: Side,
  added: { readonly messages: number; readonly bytes: number },
): Partial<Usage> {
  const messages = before[`${side}_messages`] + added.messages
  const bytes = before[`${side}_bytes`] + added.bytes
  if (messages > taskBudget.messages || bytes > taskBudget.bytes) {
    fail(
      'task-budget-exceeded',
      `The ${side} of a task can send at most ${taskBudget.messages} messages and artifact chunks with ${taskBudget.bytes / mebibyte} MiB in total.`,
      'You can still deliver, accept, dispute, cancel or end the task. To send large content, link it with "url".',
    )
  }
  return side === 'client'
    ? { client_messages: messages, client_bytes: bytes }
    : { provider_messages: messages, provider_bytes: bytes }
}

function contentsOf(events: readonly Pick<NewEvent, 'message' | 'artifact'>[]): string[] {
  return events.flatMap(({ message, artifact }) =>
    [message, artifact].filter((content) => typeof content === 'string'),
  )
}

/** Numbers that JavaScript writes with an exponent. PostgreSQL's jsonb stores and prints them with all their digits. */
const exponents = /[:,[]-?\d(?:\.\d+)?e[+-](\d+)/g

/** Size of a JSON text after PostgreSQL has expanded the exponents in it. */
export function storedBytes(json: string): number {
  let bytes = Buffer.byteLength(json)
  for (const [, exponent] of json.matchAll(exponents)) bytes += Number(exponent)
  return bytes
}
