/** Labels and sentences of a dispute, and which dispute a task has. */
import {
  disputeReasonNames,
  type DisputeReason,
  type Market,
  type Money,
  type Ruling,
  type TaskDispute,
} from 'souk-contract'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { say } from '../../../messages/en/disputes.ts'
import { displayNameOf } from '../../../ui/people/party.tsx'

export const reasonLabels: Readonly<Record<DisputeReason, string>> = {
  not_delivered: say('notDelivered'),
  late: say('deliveredTooLate'),
  incomplete: say('incomplete'),
  not_as_described: say('notAsDescribed'),
  defective: say('defective'),
  rights: say('rightsOrCopyright'),
  scope_changed: say('scopeChanged'),
  unresponsive: say('noResponse'),
  unjustified_rejection: say('unjustifiedRejection'),
  other: say('other'),
}

const clientReasons: readonly DisputeReason[] = [
  'incomplete',
  'not_as_described',
  'defective',
  'late',
  'not_delivered',
  'rights',
  'unresponsive',
  'other',
]
const providerReasons: readonly DisputeReason[] = [
  'unjustified_rejection',
  'scope_changed',
  'unresponsive',
  'other',
]

/** Reasons that the side can have, the usual ones first. */
export function reasonsOf(role: Market['role']): readonly DisputeReason[] {
  return role === 'client' ? clientReasons : providerReasons
}

export function reasonOptions(role: Market['role']): Readonly<Record<string, string>> {
  return Object.fromEntries(reasonsOf(role).map((name) => [name, reasonLabels[name]]))
}

export function reasonNamed(name: string): DisputeReason {
  return disputeReasonNames.find((reason) => reason === name) ?? 'other'
}

export const outcomeLabels = (names: SideNames): Readonly<Record<Ruling, string>> => ({
  refund: say('refundInFull', { client: names.client }),
  split: say('divideTheHeldFunds'),
  release: say('payInFull', { provider: names.provider }),
})

/** `Asks for $448.00 back`. */
export function requestSentence(
  { outcome, toClient }: { readonly outcome: Ruling; readonly toClient?: Money | undefined },
  names: SideNames,
): string {
  if (outcome === 'split' && toClient !== undefined)
    return say('requestsFor', { toClient: formatMoney(toClient), client: names.client })
  return outcome === 'refund'
    ? say('requestsAFullRefundTo', { client: names.client })
    : say('requestsFullPaymentTo', { provider: names.provider })
}

interface SideNames {
  readonly client: string
  readonly provider: string
}

/** `you` and the handle of the other side. */
export function sideNames({ role, client, provider }: Market): SideNames {
  return {
    client: role === 'client' ? say('youLower') : displayNameOf(client),
    provider: role === 'provider' ? say('youLower') : displayNameOf(provider),
  }
}

/** Whether the task is or was in dispute. */
export function hasDispute({ phase, timeline = [] }: Market): boolean {
  return phase === 'disputed' || timeline.some((entry) => entry.phase === 'disputed')
}

export const endLabels: Readonly<Record<TaskDispute['status'], string>> = {
  open: say('open'),
  settled: say('settledByAgreement'),
  withdrawn: say('withdrawn'),
  conceded: say('conceded'),
  ruled: say('decidedByTheOperator'),
  expired: say('decidedByTheDeadline'),
}

/** The open offer of the other side. */
export function offerToAnswer({ offers }: TaskDispute, role: Market['role']) {
  return offers.find(({ state, by }) => state === 'open' && by !== role)
}

/** The first line, shortened. */
export function excerpt(text: string): string {
  const [line = ''] = text.trim().split('\n')
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
