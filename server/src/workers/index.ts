import { chainAudit } from '../audit/chain.ts'
import type { Context } from '../context.ts'
import { minute, second } from '../lib/clock.ts'
import { sendMails } from '../mails/send-mails.ts'
import type { Worker } from './loop.ts'
import { sweep } from './sweep.ts'

/** Everything that happens without a caller. */
export function workersOf(context: Context): Worker[] {
  return [
    { name: 'mails', work: () => sendMails(context), restMs: second / 2 },
    { name: 'audit-chain', work: () => chainAudit(context), restMs: second },
    { name: 'touches', work: () => context.touches.flush(context.store), restMs: 5 * second },
    { name: 'sweep', work: () => sweep(context), restMs: 10 * minute },
  ]
}
