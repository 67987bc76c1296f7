import type { Contract } from 'souk-contract'
import { enforceGate } from '../../approvals/enforcement/enforce-gate.ts'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import { after } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { remote } from '../../operation.ts'
import type { HostedSession } from '../processor/processor.ts'
import {
  updateAuthority,
  findCustomer,
  lockAuthority,
  saveAuthority,
  saveCustomer,
  type AuthorityRow,
} from './queries.ts'
import { requireAmount } from './require-amount.ts'
import { savedCardPollMs } from './apply/saved-card-queries.ts'
import { viewAuthority, viewSession } from './view.ts'
import { moneyPageOf } from './money-page.ts'
import { requireCurrency, walletOf } from './wallet.ts'

interface Intent {
  authority: AuthorityRow
  customerRef: string | undefined
  returnUrl: string
}

interface OpenedSession extends HostedSession {
  customerRef: string
}

/** Stores the spending caps and opens a processor page on which a person enters the card. */
export const bootstrapAuthority = remote<Contract['payments']['bootstrapAuthority'], Intent, OpenedSession>({
  intend: async (tx, caller, input) => {
    const { agentId, book, currency } = walletOf(tx, caller)
    requireCurrency(tx, input.currency)
    for (const field of ['maxPerCharge', 'maxPerDay'] as const) {
      requireAmount(field, { amount: input[field], currency }, 'cap')
    }
    if (input.maxPerCharge > input.maxPerDay) {
      fail(
        'unprocessable',
        '"maxPerCharge" must not exceed "maxPerDay".',
        'Lower "maxPerCharge" or raise "maxPerDay".',
      )
    }
    await enforceGate(tx, caller, { action: 'fund', amount: { amount: BigInt(input.maxPerDay), currency } })
    const before = await lockAuthority(tx, agentId)
    if (before?.state === 'active') {
      fail('conflict', 'A card is already saved.', 'Remove the saved card first.')
    }
    const authority = await saveAuthority(tx, {
      agent_id: agentId,
      book,
      id: newId('pau', tx.now),
      state: 'pending',
      currency,
      max_per_charge: BigInt(input.maxPerCharge),
      max_per_day: BigInt(input.maxPerDay),
      method_ref: null,
      // The session of an earlier attempt says nothing about this one.
      session_ref: null,
      session_url: null,
      session_expires_at: null,
      due_at: null,
      created_at: tx.now,
      updated_at: tx.now,
    })
    return {
      authority,
      customerRef: await findCustomer(tx, agentId),
      returnUrl: await moneyPageOf(tx, agentId),
    }
  },
  call: async ({ processor }, { authority, customerRef, returnUrl }) => {
    const customer = customerRef ?? (await processor.ensureCustomer({ id: authority.agent_id })).ref
    const { id, currency } = authority
    const session = await processor.createSetupSession({ id, customerRef: customer, currency, returnUrl })
    return { customerRef: customer, ...session }
  },
  record: async (tx, caller, { authority }, opened) => {
    await saveCustomer(tx, authority.agent_id, opened.customerRef)
    const row = await updateAuthority(tx, authority.id, {
      customer_ref: opened.customerRef,
      session_ref: opened.ref,
      session_url: opened.url,
      session_expires_at: opened.expiresAt,
      due_at: after(tx.now, savedCardPollMs),
    })
    if (row === undefined)
      return fail(
        'conflict',
        'Another card setup was started in the meantime.',
        'Complete the card setup that was started last.',
      )
    await record(tx, caller, { action: 'payment-authority.asked', target: row.id })
    return { session: viewSession(row), authority: viewAuthority(row) }
  },
})
