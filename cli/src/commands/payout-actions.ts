/** What people do about a payout that stopped: the provider about their own, the operator about any. */
import { formatMoney, type Payout, type PayoutAction } from 'souk-contract'
import type { Page } from 'souk-sdk'
import { command, type Command, type Group } from '../engine/command.ts'
import { fieldsOf } from '../engine/fields.ts'
import type { Session } from '../engine/session.ts'
import { at, id, joined, money, one, page, state, type Fields } from '../engine/views.ts'
import { argument } from '../engine/words.ts'
import { operate } from './operator.ts'
import { pageOptions, paged } from './shared.ts'

export const payoutFields: Fields<Payout> = {
  id: (payout) => id(payout.id),
  amount: ({ amount }) => money(amount),
  arrives: ({ settled }) => money(settled),
  status: ({ status }) => state(status),
  failure: ({ failure }) => failure,
  reason: ({ failureMessage }) => failureMessage,
  actions: ({ actions }) => joined(actions),
  requested: ({ createdAt }) => at(createdAt),
  changed: ({ updatedAt }) => at(updatedAt),
}

const words: Readonly<Record<PayoutAction, { does: string; asks: string }>> = {
  retry: { does: 'Continue a payout that needs attention', asks: 'Retry the payout of' },
  cancel: {
    does: 'Cancel a payout that was not sent; the amount returns to earnings',
    asks: 'Cancel the payout of',
  },
  'pay-back': {
    does: 'Take a payout back from the payout account; the amount returns to earnings',
    asks: 'Take back the payout of',
  },
}

const operations = {
  retry: 'retryPayout',
  cancel: 'cancelPayout',
  'pay-back': 'payBackPayout',
} as const satisfies Record<PayoutAction, string>

const takes = { payout: argument('payout id') }
const exampleId = 'pout_01kd3v9m2hf3v8q6w1x5r7t0yz'

function ownAction(action: PayoutAction): Command {
  const operation = operations[action]
  return command({
    name: action,
    does: words[action].does,
    calls: [operation, 'getPayout'],
    takes,
    example: `souk payouts ${action} ${exampleId} --yes`,
    reads: async ({ client }, { payout: payoutId }) => (await client.payouts.getPayout({ payoutId })).payout,
    asks: (_given, { amount }) => `${words[action].asks} ${formatMoney(amount)}?`,
    run: ({ client }, { payout: payoutId }) => client.payouts[operation]({ payoutId }),
    shows: one('payout', payoutFields),
  })
}

export const payoutActionCommands: readonly Command[] = [
  ownAction('retry'),
  ownAction('cancel'),
  ownAction('pay-back'),
]

interface RefusedPayout extends Payout {
  readonly agentId: string
  readonly transferRef: string | null
}

const refusedFields: Fields<RefusedPayout> = {
  ...payoutFields,
  agent: ({ agentId }) => id(agentId),
  transfer: ({ transferRef }) => transferRef,
}

const listRefused = command({
  name: 'list',
  does: 'Payouts that were refused and have not ended; those that wait for a person come first',
  calls: [],
  options: pageOptions,
  example: 'souk admin payouts list',
  run: (session, pages) => paged((input) => refusedPage(session, input), {}, pages),
  shows: page(refusedFields, 'No payout needs attention.'),
})

async function refusedPage(
  session: Session,
  { limit, cursor }: { limit?: number; cursor?: string },
): Promise<Page<RefusedPayout>> {
  const query = new URLSearchParams({
    ...(limit === undefined ? {} : { limit: String(limit) }),
    ...(cursor === undefined ? {} : { cursor }),
  })
  return operate(session, { method: 'GET', path: `payouts?${query.toString()}` }, isRefusedPage)
}

function operatorAction(action: PayoutAction): Command {
  return command({
    name: action,
    does: words[action].does,
    calls: [],
    takes,
    example: `souk admin payouts ${action} ${exampleId} --yes`,
    asks: ({ payout }) => `${words[action].asks} ${payout}?`,
    run: (session, { payout }) => act(session, payout, action),
    shows: one('payout', refusedFields),
  })
}

function act(session: Session, payoutId: string, action: PayoutAction): Promise<{ payout: RefusedPayout }> {
  const path = `payouts/${encodeURIComponent(payoutId)}/${action}`
  return operate(session, { method: 'POST', path }, isActedOn)
}

function isRefusedPage(data: unknown): data is Page<RefusedPayout> {
  return Array.isArray(fieldsOf(data)['items'])
}

function isActedOn(data: unknown): data is { payout: RefusedPayout } {
  return typeof fieldsOf(fieldsOf(data)['payout'])['id'] === 'string'
}

export const payoutsForOperators: Group = {
  name: 'payouts',
  does: 'Payouts that need attention',
  commands: [listRefused, operatorAction('retry'), operatorAction('cancel'), operatorAction('pay-back')],
}
