/** Everything that has to be true at any moment. */
import { expect } from 'vitest'
import { reconcile } from '../../server/src/money/ledger/reconcile.ts'
import { platformBalances } from '../../server/src/money/ledger/roll-up.ts'
import { idOf } from '../../server/test/fixtures/bank.ts'
import { told } from '../../server/test/tasks/task-model/compare.ts'
import { count, priceOf } from '../../server/test/tasks/task-model/world.ts'
import { alwaysTrue, requireTrue } from '../processor/consistency-checks.ts'
import type { Town } from './fixture.ts'

export async function checkTown(town: Town): Promise<void> {
  const { souk, revenue } = town
  const { store } = souk.context
  const { checks } = await store.read(reconcile)
  const wrong = checks.filter(({ violations }) => violations > 0)
  expect(
    wrong.map(({ name, sample }) => `${name}: ${sample.join(', ')}`),
    told(town),
  ).toEqual([])
  await store.read((reader) => requireTrue(reader, `seed ${town.seed}`, alwaysTrue))
  const platform = await store.read((reader) => platformBalances(reader, 'sandbox'))
  const earned = platform.find(({ kind }) => kind === 'revenue')?.balance ?? 0n
  expect(Number(earned), `the fees of the platform\n${told(town)}`).toBe(revenue)
  await checkTasks(town)
  expect(souk.mistakes, told(town)).toEqual([])
  count(town, 'whole checks')
}

/** Every task stands where the model says. */
async function checkTasks(town: Town): Promise<void> {
  const { souk, players, tasks } = town
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
  expect(byId(real), told(town)).toEqual(byId(known))
}

function byId<T extends { id: string }>(things: readonly T[]): Record<string, T> {
  return Object.fromEntries(things.map((thing) => [thing.id, thing]))
}
