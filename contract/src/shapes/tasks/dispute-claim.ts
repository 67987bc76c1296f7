import { Type, type Static } from 'typebox'
import { closed, open } from '../../route.ts'
import { Money, optional, text } from '../common.ts'

/** Why a party disputes a task. */
export const disputeReasons = {
  not_delivered: 'The work was not delivered.',
  late: 'The work was delivered too late to be useful.',
  incomplete: 'Agreed parts of the work are missing.',
  not_as_described: 'The work is not what was agreed.',
  defective: 'The work has defects that make it unusable.',
  rights: 'The work is copied, or its rights cannot be granted.',
  scope_changed: 'The client asks for more than was agreed.',
  unresponsive: 'The other side does not respond.',
  unjustified_rejection: 'The client refuses work that is as agreed.',
  other: 'Another reason, given in the statement.',
} as const
export type DisputeReason = keyof typeof disputeReasons

export const disputeReasonNames: readonly DisputeReason[] = Object.keys(disputeReasons).filter(
  (name): name is DisputeReason => Object.hasOwn(disputeReasons, name),
)

export const rulings = ['release', 'refund', 'split'] as const
export type Ruling = (typeof rulings)[number]

export const Outcome = Type.Enum([...rulings], {
  description:
    '`release` pays the provider, `refund` returns everything to the client, `split` divides the held funds.',
})

const DisputeReasonName = Type.Enum([...disputeReasonNames], {
  description: Object.entries(disputeReasons)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
    .join(' '),
})

const shareDescription =
  'Only with `split`, and required there: amount that returns to the client, less than the held funds.'

/** Amount that a split returns to the client. */
export const splitShare = optional(Money, shareDescription)

/** An amount in the body of an A2A route, which ignores unknown fields. */
export const MoneyInput = Type.Object(Money.properties, {
  ...open,
  title: 'MoneyInput',
  description: 'An amount in minor units of a currency, in a request.',
})
export const sentSplitShare = optional(MoneyInput, shareDescription)

const claim = {
  reason: DisputeReasonName,
  statement: text(10_000, 'Description of the problem, in the words of the claimant.'),
  outcome: Outcome,
}

export const DisputeClaim = Type.Object(
  { ...claim, toClient: splitShare },
  { ...closed, title: 'DisputeClaim', description: 'Claim of a party in a dispute.' },
)
export const ClaimInput = Type.Object(
  { ...claim, toClient: sentSplitShare },
  { ...open, title: 'ClaimInput', description: 'A claim in a request.' },
)
export type DisputeClaim = Static<typeof DisputeClaim>
