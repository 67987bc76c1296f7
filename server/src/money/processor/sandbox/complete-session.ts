import type { Store, Tx } from '../../../db/transact.ts'
import { after } from '../../../lib/clock.ts'
import type { DeclineCode } from '../snapshots.ts'
import { about, emit } from './events.ts'
import { findBank, findCard, type TestCard } from './instruments.ts'
import { attachMethod } from './methods.ts'
import { processingDelayMs, pay } from './payments.ts'
import { lockSession, sessionState, type SessionRow } from './sessions.ts'

interface CompletionInput {
  readonly card?: string
  readonly bank?: string
  /** Whether the cardholder has authenticated with their bank. */
  readonly authenticated?: boolean
}

export type Completion =
  | { readonly result: 'completed'; readonly session: SessionRow }
  | { readonly result: 'declined'; readonly code: DeclineCode; readonly session: SessionRow }
  | { readonly result: 'authenticate' | 'unknown_instrument' | 'expired'; readonly session: SessionRow }
  | { readonly result: 'missing' }

export type SessionKind = SessionRow['kind']

/** Handles the form of a hosted page. Idempotent. */
export async function completeSession(
  store: Store,
  { id, kind }: { id: string; kind: SessionKind },
  input: CompletionInput,
): Promise<Completion> {
  return store.write(async (tx) => {
    const session = await lockSession(tx, id)
    if (session === undefined || session.kind !== kind) return { result: 'missing' }
    const state = sessionState(session, tx.now)
    if (state !== 'open') return { result: state, session }
    if (session.account_id !== null) return saveBankAccount(tx, session, session.account_id, input)
    const card = findCard(input.card ?? '')
    if (card === undefined) return { result: 'unknown_instrument', session }
    const code = card.refuses[session.kind === 'checkout' ? 'checkout' : 'setup']
    if (code !== undefined) return { result: 'declined', code, session }
    if (card.authenticates === true && input.authenticated !== true)
      return { result: 'authenticate', session }
    return attachCard(tx, session, card)
  })
}

async function attachCard(tx: Tx, session: SessionRow, card: TestCard): Promise<Completion> {
  const customerId = session.customer_id ?? ''
  if (session.amount === null || session.currency === null) {
    const method = await attachMethod(tx, customerId, card)
    await emit(tx, 'setup.completed', about('setup', session))
    return close(tx, session, { method_id: method.id })
  }
  const amount = { amount: session.amount, currency: session.currency }
  await emit(tx, 'checkout.completed', about('payment', session))
  const payment = await pay(tx, { ourId: session.our_id, customerId, card, amount, use: 'checkout' })
  return close(tx, session, { payment_id: payment.id })
}

async function saveBankAccount(
  tx: Tx,
  session: SessionRow,
  accountId: string,
  input: CompletionInput,
): Promise<Completion> {
  const bank = findBank(input.bank ?? '')
  if (bank === undefined) return { result: 'unknown_instrument', session }
  const account = await tx
    .updateTable('sandbox_accounts')
    .set({
      bank: bank.name,
      state: bank.account,
      due_at: bank.accountLater === undefined ? null : after(tx.now, processingDelayMs),
    })
    .where('id', '=', accountId)
    .returning(['id', 'our_id'])
    .executeTakeFirstOrThrow()
  await emit(tx, 'account.updated', about('payoutAccount', account))
  return close(tx, session, {})
}

async function close(
  tx: Tx,
  session: SessionRow,
  result: { payment_id?: string; method_id?: string },
): Promise<Completion> {
  const closed = await tx
    .updateTable('sandbox_sessions')
    .set({ state: 'completed', ...result })
    .where('id', '=', session.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { result: 'completed', session: closed }
}
