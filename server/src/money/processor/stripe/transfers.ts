import type { Stripe } from 'stripe'
import type { Lookup, ReversalInput, ReversalOutcome, TransferInput, TransferOutcome } from '../processor.ts'
import type { Money, TransferSnapshot } from '../snapshots.ts'
import { findFirst } from './lists.ts'
import { expanded, idempotencyKey, money, ourId, ourMetadata, refOf, toStripe } from './money.ts'
import { fetched, tryCall } from './outcomes.ts'
import { refusedCall } from './refusals.ts'

export async function sendTransfer(stripe: Stripe, input: TransferInput): Promise<TransferOutcome> {
  if ((input.attempt ?? 1) > 1) {
    // A new idempotency key could transfer twice, so look for an existing transfer first.
    const sent = await fetchTransfer(stripe, { id: input.id, under: input.accountRef })
    if (sent !== undefined) return { outcome: 'sent', transfer: sent }
  }
  const result = await tryCall(() =>
    stripe.transfers.create(
      {
        ...toStripe(input.amount),
        destination: input.accountRef,
        transfer_group: input.id,
        metadata: ourMetadata(input.id),
      },
      idempotencyKey('transfer', input),
    ),
  )
  if (result.outcome === 'unknown') return result
  if (result.outcome === 'refused') return refusedCall('transfer', result.error)
  return { outcome: 'sent', transfer: transferSnapshot(result.value) }
}

export async function reverseTransfer(stripe: Stripe, input: ReversalInput): Promise<ReversalOutcome> {
  if ((input.attempt ?? 1) > 1 && (await wasReversed(stripe, input))) return reversed(stripe, input)
  const { amount } = toStripe(input.amount)
  const result = await tryCall(() =>
    stripe.transfers.createReversal(
      input.transferRef,
      { amount, metadata: ourMetadata(input.id) },
      idempotencyKey('reversal', input),
    ),
  )
  if (result.outcome === 'unknown') return result
  if (result.outcome === 'refused') return refusedCall('reversal', result.error)
  return reversed(stripe, input)
}

async function wasReversed(stripe: Stripe, { id, transferRef }: ReversalInput): Promise<boolean> {
  const reversals = stripe.transfers.listReversals(transferRef, { limit: 100 })
  return (await findFirst(reversals, ({ metadata }) => ourId(metadata) === id)) !== undefined
}

/** The transfer with all of its reversals. */
async function reversed(stripe: Stripe, { transferRef }: ReversalInput): Promise<ReversalOutcome> {
  const transfer = await fetchTransfer(stripe, { ref: transferRef })
  return transfer === undefined ? { outcome: 'unknown' } : { outcome: 'reversed', transfer }
}

export async function fetchTransfer(stripe: Stripe, lookup: Lookup): Promise<TransferSnapshot | undefined> {
  const found =
    'ref' in lookup
      ? await fetched(() => stripe.transfers.retrieve(lookup.ref))
      : await findFirst(
          stripe.transfers.list({ transfer_group: lookup.id, destination: lookup.under, limit: 100 }),
          ({ metadata }) => ourId(metadata) === lookup.id,
        )
  return found === undefined ? undefined : transferSnapshot(found)
}

/** The account receives a payment, converted if it does not hold the currency of the transfer. */
export async function fetchArrival(
  stripe: Stripe,
  { ref, under }: { ref: string; under: string },
): Promise<Money | undefined> {
  const transfer = await fetched(() => stripe.transfers.retrieve(ref))
  const payment = refOf(transfer?.destination_payment)
  if (payment === undefined) return undefined
  const arrived = await fetched(() =>
    stripe.charges.retrieve(payment, { expand: ['balance_transaction'] }, { stripeAccount: under }),
  )
  const booked = expanded(arrived?.balance_transaction)
  return booked === undefined ? undefined : money(booked.net, booked.currency)
}

function transferSnapshot(row: Stripe.Transfer): TransferSnapshot {
  const partly = row.amount_reversed === 0 ? 'sent' : 'partly_reversed'
  return {
    id: ourId(row.metadata),
    ref: row.id,
    accountRef: refOf(row.destination) ?? '',
    status: row.amount_reversed === row.amount ? 'reversed' : partly,
    amount: money(row.amount, row.currency),
    reversed: money(row.amount_reversed, row.currency),
  }
}
