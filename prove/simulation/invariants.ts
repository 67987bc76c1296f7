/** Invariants of the simulation that hold at any time. */
import { expect } from 'vitest'
import { reconcile } from '../../server/src/money/ledger/reconcile.ts'
import { platformBalances } from '../../server/src/money/ledger/roll-up-queries.ts'
import { idOf } from '../../server/test/fixtures/money/payment-actions.ts'
import { storyOf } from '../../server/test/tasks/task-model/compare.ts'
import { count, priceOf } from '../../server/test/tasks/task-model/world.ts'
import { invariants, requireChecks } from '../processor/consistency-checks.ts'
import type { Fixture } from './fixture.ts'

export async function checkInvariants(fixture: Fixture): Promise<void> {
  const { souk, revenue } = fixture
  const { store } = souk.context
  const { checks } = await store.read(reconcile)
  const violated = checks.filter(({ violations }) => violations > 0)
  expect(
    violated.map(({ name, sample }) => `${name}: ${sample.join(', ')}`),
    storyOf(fixture),
  ).toEqual([])
  await store.read((reader) => requireChecks(reader, `seed ${fixture.seed}`, invariants))
  const platform = await store.read((reader) => platformBalances(reader, 'sandbox'))
  const earned = platform.find(({ kind }) => kind === 'revenue')?.balance ?? 0n
  expect(Number(earned), `fees of the platform\n${storyOf(fixture)}`).toBe(revenue)
  await checkTasks(fixture)
  expect(souk.loggedErrors, storyOf(fixture)).toEqual([])
  count(fixture, 'whole checks')
}

/** Every task matches the model. */
async function checkTasks(fixture: Fixture): Promise<void> {
  const { souk, players, tasks } = fixture
  const rows = await souk.context.database
    .selectFrom('tasks')
    .select(['id', 'phase', 'reason', 'seq', 'held', 'revisions', 'due_at'])
    .where(
      'client_id',
      'in',
      players.map(({ agent }) => idOf(agent)),
    )
    .execute()
  const real = rows.map(({ held, ...row }) => ({ ...row, held: Number(held) }))
  const known = tasks.map((task) => {
    const { id, reason = null, seq, dueAt = null, state } = task
    const { phase, revisions, funds } = state
    return { id, phase, reason, seq, revisions, due_at: dueAt, held: funds === 'none' ? 0 : priceOf(task) }
  })
  expect(byId(real), storyOf(fixture)).toEqual(byId(known))
}

function byId<T extends { id: string }>(rows: readonly T[]): Record<string, T> {
  return Object.fromEntries(rows.map((thing) => [thing.id, thing]))
}
