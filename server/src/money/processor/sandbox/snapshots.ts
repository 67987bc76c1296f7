import type { Reader } from '../../../db/transact.ts'
import type { Lookup } from '../processor.ts'
import type { PaymentSnapshot, SetupSnapshot } from '../snapshots.ts'
import { findMethod, methodSnapshot } from './methods.ts'
import { findPayment, findPaymentByOurId, paymentSnapshot } from './payments.ts'
import { findSession, findSessionByOurId, sessionState, type SessionRow } from './sessions.ts'

/** A payment by its reference or that of its session. Before the first attempt to pay, the snapshot is that of the session. */
export async function fetchPayment(reader: Reader, lookup: Lookup): Promise<PaymentSnapshot | undefined> {
  const payment =
    'ref' in lookup ? await findPayment(reader, lookup.ref) : await findPaymentByOurId(reader, lookup)
  if (payment !== undefined) return paymentSnapshot(payment)
  const session = await sessionOf(reader, 'checkout', lookup)
  if (session === undefined) return undefined
  const paid = session.payment_id === null ? undefined : await findPayment(reader, session.payment_id)
  return paid === undefined ? unpaidSnapshot(session, reader.now) : paymentSnapshot(paid)
}

export async function fetchSetup(reader: Reader, lookup: Lookup): Promise<SetupSnapshot | undefined> {
  const session = await sessionOf(reader, 'setup', lookup)
  if (session === undefined) return undefined
  const method = session.method_id === null ? undefined : await findMethod(reader, session.method_id)
  const state = sessionState(session, reader.now)
  return {
    id: session.our_id,
    ref: session.id,
    status: state === 'completed' ? 'succeeded' : state,
    method: method === undefined ? undefined : methodSnapshot(method),
  }
}

async function sessionOf(
  reader: Reader,
  kind: 'checkout' | 'setup',
  lookup: Lookup,
): Promise<SessionRow | undefined> {
  const session =
    'ref' in lookup ? await findSession(reader, lookup.ref) : await findSessionByOurId(reader, kind, lookup)
  return session?.kind === kind ? session : undefined
}

function unpaidSnapshot(session: SessionRow, now: Date): PaymentSnapshot {
  const currency = session.currency ?? ''
  return {
    id: session.our_id,
    ref: session.id,
    status: sessionState(session, now) === 'expired' ? 'expired' : 'open',
    amount: { amount: session.amount ?? 0n, currency },
    fee: undefined,
    refunded: { amount: 0n, currency },
    chargeRef: undefined,
    failure: undefined,
  }
}
