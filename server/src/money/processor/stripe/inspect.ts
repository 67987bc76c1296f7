import type { Stripe } from 'stripe'
import type { Finding } from 'souk-contract'
import type { InspectInput } from '../processor.ts'
import { diagnoseStripe, type DestinationFacts, type Refusal, type StripeFacts } from './diagnose.ts'
import { sanitized } from './messages.ts'
import { isStripeError } from './outcomes.ts'
import { permissions } from './permissions.ts'

interface InspectParts {
  readonly stripe: Stripe
  readonly key: string
  readonly secrets: number
}

/** Checks the Stripe account without changing it, and reports problems. */
export async function inspectStripe(parts: InspectParts, input: InspectInput): Promise<Finding[]> {
  const { stripe, key, secrets } = parts
  const account = await attempt(() => stripe.accounts.retrieveCurrent())
  if (account.failed === 'unreachable') return diagnoseStripe({ ...input, key, secrets, reachable: false })
  const refusals: Refusal[] = []
  for (const { group, resource, right, read } of permissions) {
    const { failed, words } = await attempt(() => read(stripe))
    if (failed !== undefined)
      refusals.push({ permission: `${group} › ${resource}: ${right}`, resource, failed, words })
  }
  const facts: StripeFacts = {
    ...input,
    key,
    secrets,
    reachable: true,
    account: account.value,
    balance: (await attempt(() => stripe.balance.retrieve())).value,
    refusals,
    destinations: (await attempt(() => listDestinations(stripe))).value,
  }
  return diagnoseStripe(facts)
}

interface Attempt<T> {
  readonly value?: T
  readonly failed?: 'forbidden' | 'refused' | 'unreachable'
  /** Error message of Stripe. */
  readonly words: string
}

async function attempt<T>(call: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await call(), words: '' }
  } catch (error) {
    if (!isStripeError(error)) throw error
    const words = sanitized(error.message)
    const { statusCode: status } = error
    if (status === 401 || status === 403) return { failed: 'forbidden', words }
    return { failed: status === undefined || status >= 500 ? 'unreachable' : 'refused', words }
  }
}

const destinationsMax = 100

async function listDestinations(stripe: Stripe): Promise<DestinationFacts[]> {
  const found: DestinationFacts[] = []
  const list = stripe.v2.core.eventDestinations.list({ limit: 20, include: ['webhook_endpoint.url'] })
  for await (const destination of list) {
    found.push({
      url: destination.webhook_endpoint?.url ?? '',
      payload: destination.event_payload,
      from: destination.events_from ?? ['@self'],
      events: destination.enabled_events,
      version: destination.snapshot_api_version,
      isEnabled: destination.status === 'enabled',
    })
    if (found.length === destinationsMax) break
  }
  return found
}
