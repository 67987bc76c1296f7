/** The only place that says how much content each side may put into a task, and how much of it one response carries. */
import { fail } from '../../failure.ts'
import type { Move, Row } from './lifecycle.ts'
import type { Side } from '../wire/messages.ts'
import type { NewEvent, TaskRow } from './task-row.ts'

const mebibyte = 1024 * 1024

/** Messages and artifact chunks of one side of one task, and their bytes as JSON. */
export const taskBudget = { messages: 2000, bytes: 32 * mebibyte } as const

/** One message or artifact chunk; a body of 1 MiB takes more only if its numbers have long exponents. */
const contentBytesMax = 4 * mebibyte

/**
 * Decisions neither need nor use the budget: a side that has spent it can still decide. The lifecycle bounds them, because
 * each ends the task, happens once, or, as a delivery, at most once more than the terms allow changes.
 */
const decisions: ReadonlySet<Move> = new Set<Move>([
  'award', 'cancel', 'deliver', 'complete', 'reply', 'decline', 'fail', 'accept', 'dispute',
]) // prettier-ignore

export function isDecision(move: Move): boolean {
  return decisions.has(move)
}

type Used = Pick<TaskRow, 'client_messages' | 'client_bytes' | 'provider_messages' | 'provider_bytes'>

const nothing: Used = { client_messages: 0, client_bytes: 0, provider_messages: 0, provider_bytes: 0 }

/** What both sides have used after these events; refuses what goes beyond the budget of the side that made them. */
export function usedAfter(
  before: Used,
  { move, by }: Pick<Row, 'move' | 'by'>,
  events: readonly Pick<NewEvent, 'message' | 'artifact'>[],
): Partial<Used> {
  const sizes = contentsOf(events).map(storedBytes)
  if (sizes.some((size) => size > contentBytesMax)) {
    fail(
      'payload-too-large',
      `A message or an artifact chunk takes at most ${contentBytesMax / mebibyte} MiB when stored.`,
      'Split it, or refer to large content by "url".',
    )
  }
  if ((by !== 'client' && by !== 'provider') || isDecision(move) || sizes.length === 0) return {}
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return usedBy(before, by, { messages: sizes.length, bytes })
}

/** The same for the first message of a task. */
export function usedFirst(by: Side, event: Pick<NewEvent, 'message'>): Used {
  return { ...nothing, ...usedAfter(nothing, { move: 'message', by }, [event]) }
}

function usedBy(
  before: Used,
  side: Side,
  added: { readonly messages: number; readonly bytes: number },
): Partial<Used> {
  const messages = before[`${side}_messages`] + added.messages
  const bytes = before[`${side}_bytes`] + added.bytes
  if (messages > taskBudget.messages || bytes > taskBudget.bytes) {
    fail(
      'task-budget-exceeded',
      `The ${side} of a task sends at most ${taskBudget.messages} messages and artifact chunks, and ${taskBudget.bytes / mebibyte} MiB in all.`,
      'Deliver, accept, dispute, cancel or end the task: these need no budget. Refer to large content by "url".',
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

/** Numbers that JavaScript writes with an exponent, which jsonb writes out in full. */
const exponents = /[:,[]-?\d(?:\.\d+)?e[+-](\d+)/g

/** The bytes of a JSON text as PostgreSQL stores and sends it. */
export function storedBytes(json: string): number {
  let bytes = Buffer.byteLength(json)
  for (const [, exponent] of json.matchAll(exponents)) bytes += Number(exponent)
  return bytes
}
