import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { Clock } from '../../src/lib/clock.ts'
import { newPlatform, type Platform } from './platform.ts'
import type { TestBank, TestCard } from '../../src/money/processor/sandbox/instruments.ts'
import type { PlannedRefusal } from './refusals.ts'

export interface FakeEvent {
  readonly id: string
  readonly type: string
  readonly body: object
}

/** What happens by itself once its time has come. */
interface Due {
  readonly at: number
  readonly happen: () => void
}

/** Everything the imitation remembers, in the shapes of the SDK, with references as ids. */
export interface State {
  readonly clock: Clock
  readonly platform: Platform
  readonly customers: Map<string, Stripe.Customer>
  readonly sessions: Map<string, Stripe.Checkout.Session>
  readonly intents: Map<string, Stripe.PaymentIntent>
  readonly charges: Map<string, Stripe.Charge>
  readonly setups: Map<string, Stripe.SetupIntent>
  readonly methods: Map<string, Stripe.PaymentMethod>
  readonly refunds: Map<string, Stripe.Refund>
  readonly disputes: Map<string, Stripe.Dispute>
  readonly transfers: Map<string, Stripe.Transfer>
  readonly payouts: Map<string, Stripe.Payout>
  readonly transactions: Map<string, Stripe.BalanceTransaction>
  readonly accounts: Map<string, Stripe.V2.Core.Account>
  /** What only the imitation knows: the card behind a method or charge, the bank and balance of an account. */
  readonly cards: Map<string, TestCard>
  readonly banks: Map<string, TestBank>
  /** By account, then by currency. */
  readonly balances: Map<string, Map<string, number>>
  readonly currencies: Map<string, string>
  readonly payoutAccounts: Map<string, string>
  /** What accounts received from transfers, and how it was booked there; their own balance transactions. */
  readonly arrivals: Map<string, { readonly account: string; readonly payment: Stripe.Charge }>
  readonly accountTransactions: Map<string, Stripe.BalanceTransaction>
  readonly refusals: PlannedRefusal[]
  /** How often a test bank has refused what, by step, account and our id. */
  readonly stopped: Map<string, number>
  /** What a session will write on the payment or set-up that it makes. */
  readonly intentMetadata: Map<string, Record<string, string>>
  readonly events: FakeEvent[]
  readonly due: Due[]
}

export function createState(clock: Clock): State {
  return {
    clock,
    platform: newPlatform(),
    customers: new Map(),
    sessions: new Map(),
    intents: new Map(),
    charges: new Map(),
    setups: new Map(),
    methods: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    transfers: new Map(),
    payouts: new Map(),
    transactions: new Map(),
    accounts: new Map(),
    cards: new Map(),
    banks: new Map(),
    balances: new Map(),
    currencies: new Map(),
    arrivals: new Map(),
    accountTransactions: new Map(),
    refusals: [],
    stopped: new Map(),
    payoutAccounts: new Map(),
    intentMetadata: new Map(),
    events: [],
    due: [],
  }
}

export function fakeId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

export function seconds(state: State): number {
  return Math.floor(state.clock.now().getTime() / 1000)
}

export function later(state: State, happen: () => void): void {
  state.due.push({ at: state.clock.now().getTime() + 5000, happen })
}

/** Lets happen what is due, and what that makes due. */
export function runDue(state: State): void {
  for (;;) {
    const index = state.due.findIndex(({ at }) => at <= state.clock.now().getTime())
    const [due] = index === -1 ? [] : state.due.splice(index, 1)
    if (due === undefined) return
    due.happen()
  }
}

/** Any object by its id, for `expand`. */
export function findObject(state: State, id: string): object | undefined {
  const { intents, charges, setups, methods, transactions, transfers, refunds, disputes } = state
  const booked = state.accountTransactions
  for (const map of [intents, charges, setups, methods, transactions, transfers, refunds, disputes, booked]) {
    const found = map.get(id)
    if (found !== undefined) return found
  }
  return [...transfers.values()].flatMap(({ reversals }) => reversals.data).find((one) => one.id === id)
}

/** Replaces ids by what they stand for, along paths such as `latest_charge.balance_transaction`. */
export function expand(state: State, value: unknown, paths: readonly string[]): unknown {
  const copy: unknown = structuredClone(value)
  for (const path of paths) expandPath(state, copy, path.split('.'))
  return copy
}

function expandPath(state: State, node: unknown, [first, ...rest]: readonly string[]): void {
  if (typeof node !== 'object' || node === null || first === undefined) return
  if (Array.isArray(node)) {
    for (const item of node) expandPath(state, item, [first, ...rest])
    return
  }
  const child: unknown = Reflect.get(node, first)
  const found = typeof child === 'string' ? structuredClone(findObject(state, child)) : child
  if (found !== undefined) Reflect.set(node, first, found)
  expandPath(state, found, rest)
}
