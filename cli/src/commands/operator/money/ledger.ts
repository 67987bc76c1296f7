/** Verification, postings and corrections of the ledger, for operators. */
import { verificationKinds, type LedgerCheck, type LedgerPosting, type VerificationRun } from 'souk-contract'
import { command, type CommandGroup } from '../../../engine/command.ts'
import { omitUndefined } from '../../../engine/objects.ts'
import { argument, choice, text } from '../../../engine/params.ts'
import { at, id, line, page, state, table, type Fields } from '../../../terminal/views.ts'
import { fetchPage, pageOptions } from '../../options/paging.ts'
import { formatPrice } from '../../options/money.ts'
import { asOperator } from '../admin-api.ts'
import { reason, showAction } from '../operator-action.ts'

/** Verification reads the whole history. */
const longTimeout = { timeoutMs: 120_000 }

const checkFields: Fields<LedgerCheck> = {
  check: ({ name }) => name,
  result: ({ violations }) => state(violations === 0 ? 'ok' : 'error'),
  violations: ({ violations }) => violations,
  meaning: ({ meaning }) => meaning,
  sample: ({ sample }) => sample.join(', '),
}

const verify = command({
  name: 'verify',
  summary: 'Verify the ledger from its whole history',
  operations: ['verifyLedger'],
  example: 'souk admin ledger verify --json',
  run: (context) => asOperator(context, ({ ledger: api }) => api.verifyLedger({}, longTimeout)),
  render: ({ ok, checks }) => [
    table(checkFields, checks, 'No checks.'),
    line(ok ? 'The ledger balances.' : 'The ledger does NOT balance.'),
  ],
  isFailure: ({ ok }) => !ok,
})

const runFields: Fields<VerificationRun> = {
  what: ({ kind }) => kind,
  result: ({ ok }) => state(ok ? 'ok' : 'error'),
  detail: ({ detail }) => detail,
  at: ({ finishedAt }) => at(finishedAt),
}

const runs = command({
  name: 'runs',
  summary: 'List periodic verifications of the ledger and the audit log, newest first',
  operations: ['listVerifications'],
  options: { ...pageOptions, kind: choice('Only of this kind', verificationKinds) },
  example: 'souk admin ledger runs --kind audit',
  run: (context, { kind, ...pages }) =>
    asOperator(context, ({ moneyDesk }) =>
      fetchPage(moneyDesk.listVerifications, omitUndefined({ kind }), pages),
    ),
  render: page(runFields, 'No runs yet.'),
})

const postingFields: Fields<LedgerPosting> = {
  posting: ({ key }) => key,
  about: ({ reference, referenceName }) => referenceName ?? id(reference),
  transfers: ({ transfers }) =>
    transfers
      .map(({ debit, credit, amount }) => `${debit.kind} → ${credit.kind} ${formatPrice(amount)}`)
      .join(', '),
  correctable: ({ correctable }) => correctable,
  at: ({ createdAt }) => at(createdAt),
}

const postings = command({
  name: 'postings',
  summary: 'List postings, newest first',
  operations: ['listPostings'],
  options: {
    ...pageOptions,
    agent: text('Only of this agent', 'agent'),
    about: text('Only about this task, payment or payout', 'id'),
  },
  example: 'souk admin ledger postings --about pay_01kd3v9m2hf3v8q6w1x5r7t0yz',
  run: (context, { agent, about, ...pages }) =>
    asOperator(context, ({ moneyDesk }) =>
      fetchPage(moneyDesk.listPostings, omitUndefined({ agentId: agent, reference: about }), pages),
    ),
  render: page(postingFields, 'No postings.'),
})

const correct = command({
  name: 'correct',
  summary: 'Reverse a write-off, repayment or conversion',
  operations: ['correctPosting'],
  args: { posting: argument('Key of the posting') },
  options: { reason },
  confirm: ({ posting }) => `Reverse ${posting}?`,
  example: 'souk admin ledger correct write_off:opa_01kd3v9m2hf3v8q6w1x5r7t0yz --reason "Wrong agent." --yes',
  run: (context, { posting, reason: why }) =>
    asOperator(context, ({ moneyDesk }) => moneyDesk.correctPosting({ posting, reason: why })),
  render: showAction,
})

export const ledger: CommandGroup = {
  name: 'ledger',
  summary: 'Verify, read and correct the ledger',
  commands: [verify, runs, postings, correct],
}
