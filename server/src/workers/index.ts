import { expireApprovals } from '../approvals/expire-approvals.ts'
import { chainAudit } from '../audit/chain.ts'
import type { Context } from '../context.ts'
import { minute, second } from '../lib/clock.ts'
import { sendMails } from '../mails/send-mails.ts'
import type { Worker } from './loop.ts'
import { moneyWorkers } from './money.ts'
import { sweep } from './sweep.ts'

/** Everything that happens without a caller. */
export function workersOf(context: Context): Worker[] {
  return [
    { name: 'mails', work: () => sendMails(context), restMs: second / 2 },
    ...moneyWorkers(context),
    { name: 'audit-chain', work: () => chainAudit(context), restMs: second },
    { name: 'touches', work: () => context.touches.flush(context.store), restMs: 5 * second },
    { name: 'approvals', work: () => expireApprovals(context), restMs: minute },
    { name: 'sweep', work: () => sweep(context), restMs: 10 * minute },
  ]
}
