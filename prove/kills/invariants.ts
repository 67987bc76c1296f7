/** Invariants of the database that must hold after any crash. */
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../server/src/config/config.ts'
import { verifyChain } from '../../server/src/audit/chain.ts'
import { openDatabase } from '../../server/src/db/pool.ts'
import { createStore, type Store } from '../../server/src/db/transact.ts'
import { createPubSub } from '../../server/src/node/pubsub.ts'
import { reconcile } from '../../server/src/money/ledger/reconcile.ts'
import { systemClock } from '../../server/src/lib/clock.ts'
import { createVault } from '../../server/src/lib/secrets.ts'
import { createRowCache } from '../../server/src/node/row-cache.ts'
import { createPresence } from '../../server/src/node/presence.ts'
import { testSecretKey } from '../../server/test/fixtures/secret-key.ts'
import { assertClaim } from '../suite.ts'
import type { Cluster } from './cluster.ts'
import type { Receiver } from './webhook-receiver.ts'

/** Inconsistencies, each with the query that finds them. */
const inconsistencies: Readonly<Record<string, string>> = {
  'a task and its history disagree': `
    select t.id as subject from tasks t left join lateral (
      select count(*) as events, max(e.seq) as last, (array_agg(e.phase order by e.seq desc))[1] as phase
      from task_events e where e.task_id = t.id) h on true
    where (h.events, h.last, h.phase) is distinct from (t.seq::bigint, t.seq, t.phase)`,
  'a task and its dispute disagree': `
    select t.id as subject from tasks t join disputes d on d.task_id = t.id and d.number = (t.dispute ->> 'count')::int
    where (d.status = 'open') <> (t.phase = 'disputed') or (d.status = 'settled') <> (t.reason is not distinct from 'settled')`,
  'a settlement and its offer disagree': `
    select d.task_id as subject from disputes d left join dispute_offers o
      on (o.task_id, o.number, o.state, o.to_client) = (d.task_id, d.number, 'accepted', d.ended_to_client)
    where d.status = 'settled' group by d.task_id, d.number having count(o.id) <> 1`,
  'a payment and the ledger disagree': `
    select p.id as subject from payments p left join ledger_postings l on l.ref = p.id and l.kind in ('top_up', 'convert')
    where p.request_key is not null group by p.id having (p.state = 'succeeded')::int <> count(l.id)`,
  'a completed file lacks bytes': `
    select f.id as subject from files f
    left join file_parts p on p.file_id = f.id
    left join blobs b on b.id = p.blob_id and b.state = 'stored'
    left join lateral (select sum(octet_length(bytes)) as size from blob_pieces where blob_id = b.id) stored on true
    where f.state = 'ready' group by f.id having f.size is distinct from sum(stored.size)`,
  'events are numbered with gaps': `
    select 'number ' || max(number) as subject from events having count(*) <> max(number)`,
}

/** Returns the number of checks. */
export async function checkConsistency({ query, url }: Pick<Cluster, 'query' | 'url'>): Promise<number> {
  for (const [what, statement] of Object.entries(inconsistencies)) {
    const [row] = await query(`${statement} limit 1`)
    assertClaim(row === undefined, `${what}: ${String(row?.['subject'])}`)
  }
  const { checks } = await readThrough(url, ({ read }) => read(reconcile))
  const failed = checks.find(({ violations }) => violations > 0)
  assertClaim(
    failed === undefined,
    `ledger invariant violated: ${failed?.meaning} ${failed?.sample.join(', ')}`,
  )
  return Object.keys(inconsistencies).length + checks.length
}

/** Waits until every audit entry is chained and verifies the chain; returns the number of entries. */
export async function checkAudit({ query, url }: Pick<Cluster, 'query' | 'url'>): Promise<number> {
  await waitForZero('audit entries are not chained', async () => {
    const [row] = await query(
      'select (select count(*) from audit_entries) - (select count(*) from audit_links) as left',
    )
    return Number(row?.['left'])
  })
  const { entries, brokenAt } = await readThrough(url, ({ read }) => read(verifyChain))
  assertClaim(brokenAt === null, `the audit chain is broken at ${brokenAt}`)
  return entries
}

/** Waits until every expected webhook message has arrived. */
export async function checkWebhooks({ received }: Receiver, expected: readonly string[]): Promise<void> {
  await waitForZero(
    'webhook messages have not arrived',
    async () => expected.filter((line) => !received.has(line)).length,
  )
}

const stallTimeoutMs = 120_000

/** Waits until the count is zero. The timeout restarts whenever the count decreases. */
async function waitForZero(problem: string, countRemaining: () => Promise<number>): Promise<void> {
  let [least, deadline] = [Infinity, Infinity]
  for (let remaining = await countRemaining(); remaining > 0; remaining = await countRemaining()) {
    if (remaining < least) [least, deadline] = [remaining, performance.now() + stallTimeoutMs]
    assertClaim(
      performance.now() < deadline,
      `${remaining} ${problem} after ${stallTimeoutMs / 1000} seconds`,
    )
    await sleep(50)
  }
}

/** Reads over a separate connection, independent of the server. */
async function readThrough<T>(url: string, read: (store: Store) => Promise<T>): Promise<T> {
  const database = openDatabase({ url, connections: 1, onError: () => undefined })
  const fixed = {
    settings: readConfig({}).settings,
    vault: createVault(testSecretKey),
    presence: createPresence(),
    rowCache: createRowCache(),
    checkUrl: (judged: string) => ({ ok: true, url: new URL(judged) }) as const,
  }
  try {
    return await read(createStore({ database, clock: systemClock, pubsub: createPubSub(), fixed }))
  } finally {
    await database.destroy()
  }
}
