import type { HandClock } from '../../src/lib/clock.ts'
import { findBank } from '../../src/money/processor/sandbox/instruments.ts'
import { getSession, visit, type Visit } from './checkout.ts'
import { emit, sign, type FakeDelivery } from './events.ts'
import { appealDispute, balance, decideDispute } from './money.ts'
import { giveBank } from './payouts.ts'
import type { PlannedRefusal } from './refusals.ts'
import { serve, type FakeServer } from './server.ts'
import { createState, runDue, type State } from './state.ts'

/** A local, stateful imitation of the part of Stripe that Souk uses. It proves that our calls agree with it, no more. */
export interface FakeStripe extends FakeServer {
  readonly state: State
  /** A person on the page of a checkout session. */
  visit(sessionId: string, card: string): Visit
  /** A person on the page of an account link. */
  onboard(accountId: string, bank: string): void
  /** Moves the clock and lets happen what is due. */
  pass(milliseconds: number): void
  /** The next calls of this kind are refused with this answer. */
  refuse(refusal: Omit<PlannedRefusal, 'times'>, times?: number): void
  decide(disputeId: string, verdict: 'won' | 'lost'): void
  appeal(disputeId: string): void
  /** The signed events since the last time somebody asked. */
  deliveries(): FakeDelivery[]
}

export async function startFakeStripe(options: {
  clock: HandClock
  webhookSecret: string
}): Promise<FakeStripe> {
  const state = createState(options.clock)
  const server = await serve(state)
  return {
    ...server,
    state,
    visit: (sessionId, card) => visit(state, sessionId, card),
    onboard: (accountId, name) => {
      const account = state.accounts.get(accountId)
      const bank = findBank(name)
      if (account === undefined || bank === undefined) throw new Error('no such account or bank')
      giveBank(state, account, bank)
    },
    pass: (milliseconds) => {
      const pending = JSON.stringify(balance(state).pending)
      options.clock.advance(milliseconds)
      runDue(state)
      for (const id of state.sessions.keys()) getSession(state, id)
      if (JSON.stringify(balance(state).pending) !== pending) emit(state, 'balance.available', balance(state))
    },
    refuse: (refusal, times = 1) => void state.refusals.push({ ...refusal, times }),
    decide: (disputeId, verdict) => decideDispute(state, disputeId, verdict),
    appeal: (disputeId) => appealDispute(state, disputeId),
    deliveries: () =>
      state.events
        .splice(0)
        .map(({ body }) => sign(body, { secret: options.webhookSecret, at: options.clock.now() })),
  }
}
