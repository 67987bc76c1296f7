/** Top-ups and payouts through the payment sandbox. */
import { setTimeout as delay } from 'node:timers/promises'
import { minorUnits } from 'souk-sdk'
import type { Trader } from '../plan/people.ts'
import type { World } from '../plan/world.ts'
import { clientFor, type FillContext } from './context.ts'

/** Test card whose payments settle immediately, so that earnings can be paid out. */
const card = '4000000000000077'
const bank = 'sandbox_bank_ok'
/** Balance that remains after all work is paid. */
const spareUnits = 250
const timeoutMs = 60_000
const pollMs = 250

/** Required balance by client, in minor units. */
export function needsOf({ listings, hires, visitors }: World, currency: string): Map<Trader, number> {
  const spare = minorUnits(spareUnits, currency)
  const needs = new Map<Trader, number>([[visitors.client, 4 * spare]])
  for (const { client, amount } of [...hires, ...listings.flatMap(({ work }) => work ?? [])]) {
    needs.set(client, (needs.get(client) ?? spare) + amount)
  }
  return needs
}

export async function payIn(
  context: FillContext,
  [trader, amount]: readonly [Trader, number],
): Promise<void> {
  const { currency } = context
  const { session } = await clientFor(context, trader).payments.startTopUp({ amount, currency })
  await completePage(context, session.url, { card })
}

/** Waits until the top-up has been credited. */
export async function awaitMoney(
  context: FillContext,
  [trader, amount]: readonly [Trader, number],
): Promise<void> {
  const { payments } = clientFor(context, trader)
  await until(
    context,
    `${trader.handle} has its money`,
    async () => (await payments.getBalance()).balance.available >= amount,
  )
}

export async function payOut(context: FillContext, trader: Trader): Promise<void> {
  const { payouts, payments } = clientFor(context, trader)
  const { session } = await payouts.startOnboarding()
  await completePage(context, session.url, { bank })
  const isActive = async () => (await payouts.getOnboarding()).onboarding.status === 'active'
  await until(context, `${trader.handle} can be paid out`, isActive)
  const { earnings } = (await payments.getBalance()).balance
  const { currency } = context
  const unit = minorUnits(1, currency)
  const half = Math.floor(earnings / 2 / unit) * unit
  if (half > 0) await payouts.requestPayout({ amount: half, currency })
}

/** Completes a sandbox page. Refuses pages of a real payment processor. */
async function completePage(
  { url }: FillContext,
  page: string,
  fields: Record<string, string>,
): Promise<void> {
  const { pathname } = new URL(page)
  if (!pathname.startsWith('/sandbox/')) {
    throw new Error(
      `${url} takes real payments, but the demo world needs the payment sandbox.\nStart a server without STRIPE_SECRET_KEY and try again.`,
    )
  }
  const response = await fetch(new URL(`${pathname}/complete`, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })
  if (!response.ok) throw new Error(`The sandbox refused the page: ${await response.text()}`)
}

async function until(
  { signal }: FillContext,
  condition: string,
  check: () => Promise<boolean>,
): Promise<void> {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += pollMs) {
    if (await check()) return
    await delay(pollMs, undefined, { signal })
  }
  throw new Error(`Timed out after a minute, waiting until ${condition}.`)
}
