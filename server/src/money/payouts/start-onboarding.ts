import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, processorRefusal } from '../../failure.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { remote } from '../../operation.ts'
import { ProcessorRefused } from '../processor-errors.ts'
import type { HostedSession, PaymentProcessor } from '../processor/processor.ts'
import { viewSession } from '../payments/view.ts'
import { moneyPageOf } from '../payments/money-page.ts'
import { walletOf } from '../payments/wallet.ts'
import { ownerEmailOf } from '../../resources/users/queries.ts'
import { chooseAttempt } from './account-rules.ts'
import { updateAccount, ensureAccount, lockAccount, type AccountRow } from './queries.ts'
import { viewOnboarding } from './view.ts'

interface Intent {
  account: AccountRow
  email: string
  currency: string
  linkId: string
  returnUrl: string
}

/** The account can exist although its page was refused. */
interface OpenedOnboarding {
  accountRef: string | undefined
  page: HostedSession | ProcessorRefused
}

export const startOnboarding = remote<Contract['payouts']['startOnboarding'], Intent, OpenedOnboarding>({
  intend: async (tx, caller, input) => {
    const { agentId, currency } = walletOf(tx, caller)
    return {
      account: await requestAccount(tx, agentId, input.country),
      email: await ownerEmailOf(tx, agentId),
      currency,
      linkId: newId('pau', tx.now),
      returnUrl: await moneyPageOf(tx, agentId),
    }
  },
  call: async ({ processor }, intent) => {
    let accountRef = intent.account.ref ?? undefined
    try {
      accountRef ??= await openAccount(processor, intent)
      return { accountRef, page: await openPage(processor, intent, accountRef) }
    } catch (error) {
      if (error instanceof ProcessorRefused) return { accountRef, page: error }
      throw error
    }
  },
  record: async (tx, caller, { account }, { accountRef, page }) => {
    const { agent_id: agentId, attempt } = account
    const ref = accountRef === undefined ? {} : { ref: accountRef }
    if (page instanceof ProcessorRefused) {
      const next = accountRef === undefined ? attempt + 1 : attempt
      await updateAccount(tx, agentId, { ...ref, attempt: next, problem: page.message, asked_at: null })
      const details = { country: account.country, code: page.code }
      await record(tx, caller, { action: 'payout-account.refused', target: agentId, details })
      return processorRefusal(page.message)
    }
    const state = account.state === 'not_started' ? 'pending' : account.state
    const row = await updateAccount(tx, agentId, { ...ref, state, problem: null, asked_at: null })
    await record(tx, caller, { action: 'payout-account.onboarding-opened', target: agentId })
    const { ref: id, url, expiresAt } = page
    const session = viewSession({ id, session_url: url, session_expires_at: expiresAt, state: 'open' })
    return { session, onboarding: viewOnboarding(row) }
  },
})

/** Stores the account row with country and attempt number before the processor is called. */
async function requestAccount(tx: Tx, agentId: Id<'agt'>, country: string | undefined): Promise<AccountRow> {
  const first = country ?? tx.settings.payoutCountry
  if (first !== undefined) await ensureAccount(tx, agentId, first)
  const known = await lockAccount(tx, agentId)
  if (known === undefined) {
    return fail(
      'bad-request',
      '"country" is required.',
      'Enter the ISO 3166 code of the country of the person or company that is paid, such as "DE".',
    )
  }
  const choice = chooseAttempt(known, country ?? known.country, tx.now)
  if ('refused' in choice) return refuseCountry(choice.refused, known.country)
  if (known.ref !== null) return known
  return updateAccount(tx, agentId, { ...choice, asked_at: tx.now })
}

function refuseCountry(reason: 'fixed' | 'unanswered', country: string): never {
  if (reason === 'fixed') {
    return fail(
      'conflict',
      `"country" must be ${country}: the country of a payout account cannot change.`,
      `Use ${country}, or omit "country".`,
    )
  }
  return fail(
    'conflict',
    `An attempt to create the account in ${country} is still pending.`,
    `Retry with ${country}. You can choose another country after the processor refuses ${country}, or after an hour.`,
  )
}

async function openAccount(processor: PaymentProcessor, intent: Intent): Promise<string> {
  const { agent_id: id, country, attempt } = intent.account
  const { email, currency } = intent
  return (await processor.createPayoutAccount({ id, attempt, email, country, currency })).ref
}

async function openPage(
  processor: PaymentProcessor,
  { linkId, returnUrl }: Intent,
  accountRef: string,
): Promise<HostedSession> {
  return processor.createOnboardingLink({ id: linkId, accountRef, returnUrl, refreshUrl: returnUrl })
}
