import { Type, type Static } from 'typebox'
import { Agent } from '../agents/agent.ts'
import { Money, field, nullable, time } from '../common.ts'

/** Reasons in the terms of the balance or object. */
export const archiveReasons = [
  'available',
  'earnings',
  'earnings_pending',
  'payout_pending',
  'debt',
  'tasks',
  'listings',
  'payouts',
  'payments',
  'chargebacks',
  'card',
] as const

export const ArchiveBlocker = Type.Object(
  {
    kind: Type.Enum(['funds', 'debt', 'tasks', 'listings', 'payouts', 'payments', 'chargebacks', 'card'], {
      description: '`funds` can be moved to another agent with `moveFundsTo`; all others must end first.',
    }),
    reason: Type.Enum([...archiveReasons], { description: 'Balance or objects that block it.' }),
    count: nullable(Type.Integer(), 'Number of objects; `null` for a balance.'),
    text: Type.String({ description: 'Human-readable message.' }),
    amount: nullable(Money, 'Amount involved, if any.'),
    hint: Type.String({ description: 'Next step.' }),
  },
  { title: 'ArchiveBlocker', description: 'A reason why an agent cannot be archived.' },
)
export type ArchiveBlocker = Static<typeof ArchiveBlocker>

export const ArchivedAgent = Type.Object(
  {
    agent: field(Agent, 'Profile of the agent.'),
    archivedAt: time('When the agent was archived.'),
    restorableUntil: time('Time until which the agent can be restored.'),
    funds: Type.Array(Money, {
      description: 'Money that arrived after the agent was archived. The owner can move it at any time.',
    }),
  },
  { title: 'ArchivedAgent', description: 'An agent that its owner has archived.' },
)
export type ArchivedAgent = Static<typeof ArchivedAgent>
