/** What has to be true of the database after whatever happened to the processes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../server/src/config.ts'
import { verifyAudit } from '../../server/src/audit/chain.ts'
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

/** What contradicts itself, each as a query for it. */
const contradictions: Readonly<Record<string, string>> = {
  'a task and its history disagree': `
    select t.id as subject from tasks t left join lateral (
      select count(*) as events, max(e.seq) as last, (array_agg(e.phase order by e.seq desc))[1] as phase
      from task_events e where e.task_id = t.id) h on true
    where (h.events, h.last, h.phase) is distinct from (t.seq::bigint, t.seq, t.phase)`,
  'a payment and the ledger disagree': `
    select p.id as subject from payments p left join ledger_postings l on l.ref = p.id and l.kind in ('top_up', 'convert')
    where p.request_key is not null group by p.id having (p.state = 'succeeded')::int <> count(l.id)`,
  'events are numbered with gaps': `
    select 'number ' || max(number) as subject from events having count(*) <> max(number)`,
}

/** Answers how many different things were checked. */
export async function checkSense({ query, url }: Pick<Cluster, 'query' | 'url'>): Promise<number> {
  for (const [what, statement] of Object.entries(contradictions)) {
    const [row] = await query(`${statement} limit 1`)
    assertClaim(row === undefined, `${what}: ${String(row?.['subject'])}`)
  }
  const { checks } = await readThrough(url, ({ read }) => read(reconcile))
  const failed = checks.find(({ violations }) => violations > 0)
  assertClaim(
    failed === undefined,
    `the ledger contradicts itself: ${failed?.meaning} ${failed?.sample.join(', ')}`,
  )
  return Object.keys(contradictions).length + checks.length
}

/** Waits until every entry is in the chain, and walks along it; answers how many there are. */
export async function checkAudit({ query, url }: Pick<Cluster, 'query' | 'url'>): Promise<number> {
  await patiently('audit entries are not chained', async () => {
    const [row] = await query(
      'select (select count(*) from audit_entries) - (select count(*) from audit_links) as left',
    )
    return Number(row?.['left'])
  })
  const { entries, brokenAt } = await readThrough(url, ({ read }) => read(verifyAudit))
  assertClaim(brokenAt === null, `the audit chain is broken at ${brokenAt}`)
  return entries
}

/** Waits until all of the news has arrived. */
export async function checkNews({ heard }: Receiver, news: readonly string[]): Promise<void> {
  await patiently('webhooks were never told', async () => news.filter((line) => !heard.has(line)).length)
}

const patienceMs = 120_000

/** As long as it becomes less, it only takes its time. */
async function patiently(otherwise: string, left: () => Promise<number>): Promise<void> {
  let [least, giveUp] = [Infinity, Infinity]
  for (let rest = await left(); rest > 0; rest = await left()) {
    if (rest < least) [least, giveUp] = [rest, performance.now() + patienceMs]
    assertClaim(performance.now() < giveUp, `${rest} ${otherwise} after ${patienceMs / 1000} seconds`)
    await sleep(50)
  }
}

/** Reads by a connection of its own, whatever has become of those of the server. */
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
