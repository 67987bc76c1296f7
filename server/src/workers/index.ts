import { expireApprovals } from '../approvals/enforcement/expire-approvals.ts'
import { extendAuditChain } from '../audit/chain.ts'
import { createAuditStream } from '../audit/stream/stream-audit-log.ts'
import type { Context } from '../context.ts'
import { relayEvents } from '../events/relay.ts'
import { minute, second } from '../lib/clock.ts'
import { sendMails } from '../mails/send-mails.ts'
import { planMails } from '../notices/plan-mails.ts'
import { aggregateReputation } from '../reputation/aggregate-reputation.ts'
import { runTimeouts } from '../tasks/commands/run-timeouts.ts'
import { dispatchEvents } from '../events/delivery/dispatch.ts'
import { sendDeliveries } from '../events/delivery/send.ts'
import { rebuildVocabulary } from '../search/build-vocabulary.ts'
import type { Worker } from './loop.ts'
import { moneyWorkers } from './money.ts'
import { createNodeReport } from '../node/report-node.ts'
import { flushPresence } from '../node/flush-presence.ts'
import { reencrypt } from '../secret-key/re-encrypt.ts'
import { syncCounters } from '../rate-limit/cluster-sync.ts'
import { announceMatches } from '../resources/saved-searches/announce-matches.ts'
import { expireStandings } from '../resources/moderation/expire-standings.ts'
import { revealReviews } from '../resources/reviews/reveal-reviews.ts'
import { collectGarbage } from '../resources/files/collect-garbage.ts'
import { scanFiles } from '../resources/files/scan-files.ts'
import { buildExports } from '../resources/users/export/build-export.ts'
import { deleteAccounts } from '../resources/users/deletion/delete-accounts.ts'
import { enforceRetention } from '../retention/enforce-retention.ts'
import { sweep } from './sweep.ts'
import { scheduled, wakeDue, type WorkerEntry } from './wake-due.ts'

/** All background workers. While storage is full, workers that add rows pause. */
export function workersOf(context: Context): Worker[] {
  const { isFull } = context.storageWatch
  return allWorkers(context)
    .map(scheduled)
    .map((worker) =>
      worker.whileFull === true ? worker : { ...worker, work: async () => (isFull() ? 0 : worker.work()) },
    )
}

function allWorkers(context: Context): WorkerEntry[] {
  return [
    { name: 'due', work: () => wakeDue(context), restMs: second / 2, whileFull: true },
    {
      name: 'storage',
      work: context.storageWatch.measure,
      restMs: second,
      critical: false,
      whileFull: true,
    },
    {
      name: 'event-relay',
      work: () => relayEvents(context),
      paceMs: 40,
      paceFactor: 2,
      wakeTopics: ['outbox'],
      whileFull: true,
    },
    ...watchers(context),
    {
      name: 'webhook-dispatch',
      work: () => dispatchEvents(context),
      paceMs: 50,
      wakeTopics: ['events'],
    },
    // Selecting due deliveries costs more than sending them, so the pace collects several per query.
    {
      name: 'webhook-send',
      work: () => sendDeliveries(context),
      paceMs: 25,
      wakeTopics: ['deliveries'],
    },
    ...mailWorkers(context),
    ...moneyWorkers(context),
    { name: 'task-timeouts', work: () => runTimeouts(context) },
    {
      name: 'reputation',
      work: () => aggregateReputation(context),
      paceMs: second / 4,
      wakeTopics: ['events'],
    },
    { name: 'search-alerts', work: () => announceMatches(context) },
    { name: 'reviews', work: () => revealReviews(context) },
    ...auditWorkers(context),
    { name: 'last-used', work: () => context.lastUsed.flush(context.store), restMs: 5 * second },
    { name: 'rate-limit-sync', work: () => syncCounters(context), restMs: second },
    { name: 'nodes', work: createNodeReport(context), restMs: 5 * second, critical: false },
    { name: 'presence', work: () => flushPresence(context), restMs: 5 * second },
    { name: 'approvals', work: () => expireApprovals(context), restMs: minute },
    { name: 're-encrypt', work: () => reencrypt(context), restMs: minute },
    { name: 'search-vocabulary', work: () => rebuildVocabulary(context), restMs: minute },
    { name: 'files', work: () => collectGarbage(context), restMs: minute, whileFull: true },
    { name: 'virus-scan', work: () => scanFiles(context), critical: false },
    ...personalDataWorkers(context),
    { name: 'sweep', work: () => sweep(context), restMs: 10 * minute, whileFull: true },
  ]
}

/** Decisions that every node must follow within two seconds. */
function watchers(context: Context): WorkerEntry[] {
  return [
    { name: 'authority', work: () => context.authorityTail.read(), restMs: second, whileFull: true },
    { name: 'policy', work: () => context.policyWatch.read(), restMs: second, whileFull: true },
    { name: 'standings', work: () => expireStandings(context) },
  ]
}

/** Export, deletion and retention of what is stored about people. */
function personalDataWorkers(context: Context): WorkerEntry[] {
  return [
    { name: 'account-deletions', work: () => deleteAccounts(context), restMs: minute },
    { name: 'data-exports', work: () => buildExports(context), critical: false },
    { name: 'retention', work: () => enforceRetention(context), restMs: 10 * minute, whileFull: true },
  ]
}

function auditWorkers(context: Context): WorkerEntry[] {
  return [
    { name: 'audit-chain', work: () => extendAuditChain(context) },
    { name: 'audit-stream', work: createAuditStream(context), restMs: second, critical: false },
  ]
}

function mailWorkers(context: Context): WorkerEntry[] {
  return [
    {
      name: 'mail-plan',
      work: () => planMails(context),
      paceMs: second / 4,
      wakeTopics: ['events'],
    },
    { name: 'mails', work: () => sendMails(context) },
  ]
}
