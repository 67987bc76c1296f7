import type { Context } from '../context.ts'
import { minute } from '../lib/clock.ts'
import { collectInstallments } from '../money/debts/collect-installments.ts'
import { issueInvoices } from '../money/invoices/issue-invoices.ts'
import { rollUp } from '../money/ledger/roll-up.ts'
import { createDemoWorker } from '../demo/run-demo-agent.ts'
import { advance } from '../money/processor/sandbox/advance.ts'
import { receiveEvents } from '../money/processor/receive-events.ts'
import { deliverSandboxEvents } from '../money/processor/sandbox/deliver-events.ts'
import { applyEvents } from '../money/payments/apply/apply-events.ts'
import { pollSavedCards } from '../money/payments/poll/poll-saved-cards.ts'
import { pollChargebacks } from '../money/payments/poll/poll-chargebacks.ts'
import { pollPayments } from '../money/payments/poll/poll-payments.ts'
import { pollRefunds } from '../money/payments/poll/poll-refunds.ts'
import { scanBalanceTransactions } from '../money/payments/poll/scan-balance-transactions.ts'
import { submitEvidence } from '../money/payments/evidence/submit-evidence.ts'
import { sendRefunds } from '../money/payments/send-refunds.ts'
import { sendPayouts } from '../money/payouts/send-payouts.ts'
import { runVerifications } from '../verification/run-verifications.ts'
import type { WorkerEntry } from './wake-due.ts'

/** Workers that move or check money. */
export function moneyWorkers(context: Context): WorkerEntry[] {
  return [
    ...(context.ports.processor.name === 'sandbox' ? sandboxWorkers(context) : []),
    { name: 'processor-events', work: () => applyEvents(context) },
    { name: 'payments', work: () => pollPayments(context) },
    { name: 'saved-cards', work: () => pollSavedCards(context), restMs: minute },
    { name: 'payouts', work: () => sendPayouts(context) },
    { name: 'refund-orders', work: () => sendRefunds(context) },
    { name: 'evidence', work: () => submitEvidence(context) },
    { name: 'debt-plans', work: () => collectInstallments(context) },
    { name: 'invoices', work: () => issueInvoices(context), restMs: minute },
    { name: 'chargebacks', work: () => pollChargebacks(context), restMs: minute },
    { name: 'refunds', work: () => pollRefunds(context), restMs: minute },
    { name: 'balance-transactions', work: () => scanBalanceTransactions(context), restMs: minute },
    { name: 'ledger-roll-up', work: () => rollUp(context), restMs: minute },
    { name: 'verifications', work: () => runVerifications(context), restMs: minute, critical: false },
    {
      name: 'ledger-reconcile',
      work: context.ledgerWatch.check,
      restMs: 5 * minute,
      critical: false,
      whileFull: true,
    },
  ]
}

/** The sandbox acts as an external system: its events arrive like those of any processor. It also provides a demo agent to trade with. */
function sandboxWorkers(context: Context): WorkerEntry[] {
  const deliver = (body: Buffer, headers: Record<string, string>) => receiveEvents(context, body, headers)
  return [
    { name: 'sandbox', work: () => advance(context) },
    { name: 'sandbox-events', work: () => deliverSandboxEvents(context, deliver) },
    { name: 'demo-agent', work: createDemoWorker(context), critical: false },
  ]
}
