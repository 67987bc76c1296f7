/** Random commands for the ledger, one for each recipe. */
import { agentAccount, taskAccount, type AgentId } from '../../server/src/money/ledger/accounts.ts'
import { balanceOf, type Ledger } from '../../server/src/money/ledger/model.ts'
import type { Posting } from '../../server/src/money/ledger/posting-types.ts'
import {
  chargeback,
  chargebackWon,
  convertEarnings,
  correct,
  coverDebt,
  freeze,
  hold,
  holdEarnings,
  moveFunds,
  payoutHold,
  payoutRelease,
  payoutReturn,
  payoutSent,
  refundFailed,
  refundToCard,
  returnHeld,
  releaseEarnings,
  repay,
  rule,
  settle,
  topUp,
  topUpFee,
  unfreeze,
  writeOff,
} from '../../server/src/money/ledger/recipes.ts'
import { newAgent, processor } from '../../server/src/money/ledger/test-facts.ts'
import type { Random } from '../../server/test/fixtures/seeded-random.ts'

export interface Command {
  readonly name: CommandName
  readonly agent: number
  readonly other: number
  /** Few distinct ids, so that keys repeat. */
  readonly id: number
  readonly amount: bigint
  /** Use the exact balance of the account instead of the amount. */
  readonly exact: boolean
  readonly feeBps: number
}

export function randomCommand(random: Random): Command {
  return {
    name: random.pick(names),
    agent: random.below(3),
    other: random.below(3),
    id: random.below(26),
    amount: BigInt(random.pick([1, 2, 1200, 1 + random.below(1200), 1 + random.below(1200)])),
    exact: random.chance(50),
    feeBps: random.pick([0, 1, 500, 10_000, random.below(10_001)]),
  }
}

/** An in-memory ledger with its own currency, so that all accounts, including the platform's, start empty. */
export interface LedgerModel {
  readonly ledger: Ledger
  readonly run: number
  readonly currency: string
  readonly posted: Posting[]
}

/** The posting of a command, given the current balances. */
export function postingOf(model: LedgerModel, command: Command): Posting {
  return recipes[command.name](factsOf(model, command), command)
}

const agents = [newAgent(), newAgent(), newAgent()] as const

function factsOf(model: LedgerModel, { name, agent, other, id, amount, exact, feeBps }: Command) {
  const { ledger, currency, run, posted } = model
  const money = { book: 'sandbox', currency } as const
  const named = <P extends string>(prefix: P): `${P}_${string}` => `${prefix}_${run}_${id}`
  const agentId: AgentId = agents[agent] ?? agents[0]
  // The client of a task is fixed, as in the product.
  const clientId = agents[id % 3] ?? agents[0]
  const providerId = agents[(id + 1 + (other % 2)) % 3] ?? agents[0]
  const sides = { clientId, providerId, feeBps }
  const task = { ...money, taskId: named('task'), ...sides, disputeId: named('dispute'), amount }
  const payment = { ...money, agentId, processor, paymentId: named('pay'), amount }
  const earlierPosting = posted[id % Math.max(posted.length, 1)] ?? topUp(payment)
  return {
    named,
    task,
    payment,
    earlierPosting,
    balanceOfAgent: (kind: 'available' | 'earnings' | 'earnings_pending' | 'payout_pending') =>
      balanceOf(ledger, agentAccount(money, kind, agentId)),
    balanceOfTask: (kind: 'held' | 'dispute') => balanceOf(ledger, taskAccount(money, kind, task)),
    owed: -balanceOf(ledger, agentAccount(money, 'receivable', agentId)),
    exactOrAmount: (balance: bigint) => ({ amount: exact && balance > 0n ? balance : amount }),
    part: other === 0 ? { part: agent } : {},
    moved: (change: object): Posting => ({
      ...earlierPosting,
      key: `${earlierPosting.key}:${name}:${amount}`,
      transfers: earlierPosting.transfers.map((leg) => ({ ...leg, credit: { ...leg.credit, ...change } })),
    }),
  }
}

type Facts = ReturnType<typeof factsOf>
type Recipe = (facts: Facts, command: Command) => Posting

const held = ({ task, balanceOfTask, exactOrAmount }: Facts) => ({
  ...task,
  ...exactOrAmount(balanceOfTask('held')),
})
const frozen = ({ task, balanceOfTask, exactOrAmount }: Facts) => ({
  ...task,
  ...exactOrAmount(balanceOfTask('dispute')),
})
const waiting = (
  { payment, named, balanceOfAgent, exactOrAmount }: Facts,
  kind: 'earnings' | 'earnings_pending',
) => ({
  ...payment,
  holdId: named('ehd'),
  taskId: named('task'),
  ...exactOrAmount(balanceOfAgent(kind)),
})
const movable = ['available', 'earnings', 'earnings_pending'] as const
const pending = ({ payment, named, balanceOfAgent, exactOrAmount }: Facts) => ({
  ...payment,
  payoutId: named('pout'),
  ...exactOrAmount(balanceOfAgent('payout_pending')),
})

const recipes = {
  topUp: ({ payment }, { amount }) => topUp({ ...payment, amount: amount * 10n }),
  topUpFee: ({ payment, named }) => topUpFee({ ...payment, feeId: named('fee') }),
  repay: ({ payment, named, balanceOfAgent, owed }) =>
    repay({ ...payment, causeId: named('pay'), available: balanceOfAgent('available'), owed }),
  convert: ({ payment, named, balanceOfAgent, exactOrAmount }) =>
    convertEarnings({ ...payment, requestId: named('req'), ...exactOrAmount(balanceOfAgent('earnings')) }),
  hold: ({ task, part, exactOrAmount, balanceOfAgent }) =>
    hold({ ...task, ...part, ...exactOrAmount(balanceOfAgent('available')) }),
  settle: (facts) => settle(held(facts)),
  release: (facts) => returnHeld(held(facts)),
  freeze: (facts) => freeze(held(facts)),
  unfreeze: (facts) => unfreeze(frozen(facts)),
  rule: (facts, { amount }) => rule({ ...frozen(facts), toClient: amount % (frozen(facts).amount + 1n) }),
  holdEarnings: (facts) => holdEarnings(waiting(facts, 'earnings')),
  releaseEarnings: (facts) => releaseEarnings(waiting(facts, 'earnings_pending')),
  coverDebt: (facts) => coverDebt({ ...waiting(facts, 'earnings_pending'), clientId: facts.task.clientId }),
  moveFunds: ({ payment, named, balanceOfAgent, task }) =>
    moveFunds({
      ...payment,
      from: payment.agentId,
      to: task.clientId,
      moveId: named('mov'),
      amounts: movable.map((kind) => ({ kind, amount: balanceOfAgent(kind) })),
    }),
  payoutHold: (facts) =>
    payoutHold({ ...pending(facts), ...facts.exactOrAmount(facts.balanceOfAgent('earnings')) }),
  payoutSent: (facts) => payoutSent(pending(facts)),
  payoutRelease: (facts) => payoutRelease(pending(facts)),
  payoutReturn: (facts) => payoutReturn(pending(facts)),
  refund: ({ payment, named, balanceOfAgent, exactOrAmount }, { id, amount }) =>
    refundToCard({
      ...payment,
      refundId: named('re'),
      ...exactOrAmount(balanceOfAgent('available')),
      available: id % 2 === 0 ? balanceOfAgent('available') : amount / 2n,
    }),
  refundFailed: ({ payment, named, owed }, { exact, amount }) =>
    refundFailed({ ...payment, refundId: named('re'), owed: exact ? owed : amount / 2n }),
  chargeback: ({ payment, named, balanceOfAgent }, { exact, amount, id }) =>
    chargeback({
      ...payment,
      chargebackId: named('dp'),
      available: exact ? balanceOfAgent('available') : amount / 2n,
      fee: BigInt(id),
    }),
  chargebackWon: ({ payment, named, owed }, { exact, amount }) =>
    chargebackWon({ ...payment, chargebackId: named('dp'), owed: exact ? owed : amount / 2n }),
  writeOff: ({ payment, named, owed, exactOrAmount }) =>
    writeOff({ ...payment, writeOffId: named('wo'), ...exactOrAmount(owed) }),
  correct: ({ earlierPosting }) => correct(earlierPosting),
  repeat: ({ earlierPosting }) => earlierPosting,
  reuse: ({ earlierPosting }, { amount }) => ({
    ...earlierPosting,
    transfers: earlierPosting.transfers.map((leg) => ({ ...leg, amount: leg.amount + amount })),
  }),
  cross: ({ moved }, { id }) =>
    moved([{ book: 'live' }, { currency: 'XTS' }, { wallet: 'agt_unknown' }][id % 3] ?? {}),
} satisfies Record<string, Recipe>

type CommandName = keyof typeof recipes

/** Repeated entries are chosen more often, so that there is money to move. */
const names: readonly CommandName[] = [
  'topUp', 'topUp', 'topUpFee', 'repay', 'convert', 'hold', 'hold', 'settle', 'settle', 'release', 'freeze', 'unfreeze',
  'rule', 'payoutHold', 'payoutSent', 'payoutRelease', 'payoutReturn', 'refund', 'refundFailed', 'chargeback',
  'chargebackWon', 'holdEarnings', 'releaseEarnings', 'coverDebt', 'moveFunds', 'writeOff', 'correct', 'repeat', 'reuse', 'cross',
] // prettier-ignore
