import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { accountSnapshot } from './account-status.ts'

/** As it comes over the wire, which is more than the types say. */
function account(parts: object): Stripe.V2.Core.Account {
  return JSON.parse(JSON.stringify({ id: 'acct_1', object: 'v2.core.account', ...parts }))
}

const details = (resolution: string) => [{ code: 'requirements_past_due', resolution }]
const recipient = (stripe_transfers: unknown, payouts?: unknown) => ({
  configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers, payouts } } } },
})
const active = { status: 'active', status_details: [] }

describe('accountSnapshot', () => {
  it.each([
    ['active', recipient(active)],
    ['active', recipient(active, active)],
    ['active', recipient(active, null)],
    ['pending', recipient({ status: 'pending', status_details: [] })],
    ['action_required', recipient({ status: 'restricted', status_details: details('provide_info') })],
    ['restricted', recipient({ status: 'restricted', status_details: details('contact_stripe') })],
    ['restricted', recipient({ status: 'restricted', status_details: null })],
    ['restricted', recipient({ status: 'restricted' })],
    ['restricted', recipient({ status: 'rejected', status_details: [] })],
    ['restricted', recipient({ status: 'unsupported', status_details: [] })],
    ['restricted', { ...recipient(active), closed: true }],
    // Payouts to the bank can be closed while transfers are open.
    ['restricted', recipient(active, { status: 'restricted', status_details: details('contact_stripe') })],
    ['action_required', recipient(active, { status: 'restricted', status_details: details('provide_info') })],
    ['pending', recipient(active, { status: 'pending', status_details: [] })],
    [
      'restricted',
      {
        configuration: {
          ...recipient(active).configuration,
          merchant: { capabilities: { stripe_balance: { payouts: { status: 'rejected' } } } },
        },
      },
    ],
    // A word that Stripe adds later is not payable.
    ['pending', recipient({ status: 'under_inspection', status_details: [] })],
    ['pending', recipient({ status: null })],
    ['pending', recipient({})],
    ['not_started', recipient(null)],
    ['not_started', recipient(undefined)],
    ['not_started', {}],
    ['not_started', { configuration: null }],
    ['not_started', { configuration: { recipient: null } }],
    ['not_started', { configuration: { recipient: { capabilities: null } } }],
    ['not_started', { configuration: { recipient: { capabilities: { stripe_balance: null } } } }],
  ])('returns the status %s for %j', (status, parts) => {
    expect(accountSnapshot(account(parts)).status).toBe(status)
  })

  it.each([{}, { requirements: null }, { requirements: { entries: null } }])(
    'returns no missing requirements for %j',
    (parts) => {
      expect(accountSnapshot(account({ ...recipient(active), ...parts })).missing).toEqual([])
    },
  )
})
