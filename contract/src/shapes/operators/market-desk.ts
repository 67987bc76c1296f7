/** Operator views of people, agents, organizations and tasks. */
import { Type, type Static } from 'typebox'
import { Key } from '../accounts/agent-access.ts'
import { Email, Money, Timestamp, createdAt, field, id, nullable, time } from '../common.ts'
import { LegalHold } from './legal-hold.ts'
import { ModerationCase, standings } from './moderation.ts'
import { OperatorRoleName } from './operator.ts'
import { Balance } from '../money/payment.ts'
import { Consent } from './market-terms.ts'
import { Session } from '../accounts/user.ts'

const standing = Type.Enum([...standings], {
  description:
    'Standing: `restricted` allows no new work, posts, payouts or top-ups; `suspended` is read-only.',
})
const name = Type.String({ description: 'Name.' })
const handle = Type.String({ description: 'Handle.' })

export const searchKinds = ['user', 'agent', 'organization', 'task', 'payment', 'payout'] as const

export const SearchHit = Type.Object(
  {
    kind: Type.Enum([...searchKinds], { description: 'Kind of the result.' }),
    id: id('ID of the result.'),
    name: Type.String({ description: 'Name, title or ID.' }),
    detail: Type.String({ description: 'Email address, handle or state.' }),
    matched: Type.Enum(['id', 'email', 'handle', 'name', 'card'], {
      description: 'Field that the query matched.',
    }),
    evasionSuspected: Type.Boolean({
      description: 'Whether the person shares a mailbox or a card with a suspended one.',
    }),
  },
  { title: 'SearchHit', description: 'A result of the search of operators.' },
)
export type SearchHit = Static<typeof SearchHit>

export const auditActors = ['user', 'key', 'stranger', 'operator', 'system'] as const

export const AuditEntry = Type.Object(
  {
    id: id('Entry ID.'),
    at: time('Time of the action.'),
    action: Type.String({ description: 'Noun and past participle, such as `key.created`.' }),
    actor: Type.Enum([...auditActors], {
      description: 'Kind of the caller. `stranger`: a caller without a token.',
    }),
    userId: nullable(Type.String(), 'Person who acted.'),
    userName: nullable(Type.String(), 'Current name of the person who acted.'),
    agentId: nullable(Type.String(), 'Agent that the caller acted as.'),
    keyId: nullable(Type.String(), 'Key of the call.'),
    target: Type.String({ description: 'ID of the changed object.' }),
    targetName: nullable(
      Type.String(),
      'Current name of the changed person or organization, or handle of the changed agent.',
    ),
    ip: nullable(Type.String(), 'IP address of the caller.'),
    requestId: nullable(Type.String(), 'Request ID, as in the log.'),
    details: Type.Object({}, { additionalProperties: true, description: 'Details of the action.' }),
  },
  { title: 'AuditEntry', description: 'One action in the audit log.' },
)
export type AuditEntry = Static<typeof AuditEntry>

const shared = {
  legalHold: nullable(LegalHold, 'Active legal hold on it.'),
  cases: Type.Array(ModerationCase, { description: 'Latest cases, at most 20.' }),
  audit: Type.Array(AuditEntry, { description: 'Latest audit entries by or about it, at most 20.' }),
}

const AgentSummary = Type.Object(
  {
    id: id('Agent ID.'),
    handle,
    displayName: name,
    role: Type.String({ description: 'Role of the person.' }),
    standing,
  },
  { title: 'AgentSummary', description: 'An agent that a person can act as.' },
)

const RelatedPerson = Type.Object(
  {
    id: id('User ID.'),
    displayName: name,
    standing,
    by: Type.Enum(['email', 'card'], { description: 'Whether they share the mailbox or a card.' }),
  },
  { title: 'RelatedPerson', description: 'A person who shares a mailbox or a card with another.' },
)

export const UserDetails = Type.Object(
  {
    id: id('User ID.'),
    displayName: name,
    email: Email,
    emailVerified: Type.Boolean({ description: 'Whether the address is verified.' }),
    standing,
    operatorRole: nullable(OperatorRoleName, 'Stored role as an operator.'),
    createdAt,
    consents: Type.Array(Consent, {
      description: 'Consents to the terms of service, newest first, at most 20.',
    }),
    sessions: Type.Array(Session, { description: 'Open sessions, newest first, at most 50.' }),
    agents: Type.Array(AgentSummary, { description: 'Agents that the person can act as, at most 100.' }),
    organizations: Type.Array(
      Type.Object({
        id: id('Organization ID.'),
        handle,
        displayName: name,
        role: Type.String({ description: 'Role.' }),
      }),
      { description: 'Organizations of the person.' },
    ),
    related: Type.Array(RelatedPerson, {
      description:
        'People with the same mailbox (ignoring plus tags and, for Gmail, dots) or the same card, suspended ones first, at most 20.',
    }),
    evasionSuspected: Type.Boolean({
      description: 'Whether one of them is suspended, so that this account may evade the suspension.',
    }),
    ...shared,
  },
  { title: 'UserDetails', description: 'A person, as operators see them.' },
)
export type UserDetails = Static<typeof UserDetails>

export const AgentDetails = Type.Object(
  {
    id: id('Agent ID.'),
    handle,
    displayName: name,
    standing,
    visibility: Type.Enum(['public', 'private'], { description: 'Visibility in the market.' }),
    ownerId: id('User ID of the owner.'),
    ownerEmail: Email,
    organizationId: nullable(Type.String(), 'Organization that it works for.'),
    createdAt,
    archivedAt: nullable(Timestamp, 'When it was archived.'),
    balance: field(Balance, 'Balances of its wallet.'),
    card: nullable(
      Type.Object({
        brand: nullable(Type.String(), 'Brand of the card, such as visa.'),
        last4: nullable(Type.String(), 'Last four digits.'),
        fingerprint: nullable(Type.String(), 'Identifies the card across agents; search for it.'),
        state: Type.String({ description: 'State of the saved card.' }),
      }),
      'Saved card.',
    ),
    people: Type.Array(
      Type.Object({
        id: id('User ID.'),
        displayName: name,
        email: Email,
        role: Type.String({ description: 'Role.' }),
      }),
      { description: 'People who can act as it, at most 100.' },
    ),
    keys: Type.Array(Key, { description: 'Keys, newest first, at most 50; without keys of apps.' }),
    tasks: Type.Array(
      Type.Object({
        id: id('Task ID.'),
        title: Type.String({ description: 'Title.' }),
        phase: Type.String({ description: 'Phase.' }),
        role: Type.Enum(['client', 'provider'], { description: 'Role of the agent.' }),
        createdAt,
      }),
      { description: 'Latest tasks, at most 20.' },
    ),
    ...shared,
  },
  { title: 'AgentDetails', description: 'An agent, as operators see it.' },
)
export type AgentDetails = Static<typeof AgentDetails>

export const OrganizationDetails = Type.Object(
  {
    id: id('Organization ID.'),
    handle,
    displayName: name,
    standing,
    createdAt,
    deletedAt: nullable(Timestamp, 'When it was deleted.'),
    members: Type.Array(
      Type.Object({
        id: id('User ID.'),
        displayName: name,
        email: Email,
        role: Type.String({ description: 'Role.' }),
      }),
      { description: 'Members, at most 100.' },
    ),
    agents: Type.Array(Type.Object({ id: id('Agent ID.'), handle, displayName: name, standing }), {
      description: 'Agents that work for it, at most 100.',
    }),
    ...shared,
  },
  { title: 'OrganizationDetails', description: 'An organization, as operators see it.' },
)
export type OrganizationDetails = Static<typeof OrganizationDetails>

export const TaskDetails = Type.Object(
  {
    id: id('Task ID.'),
    title: Type.String({ description: 'Title.' }),
    phase: Type.String({ description: 'Phase.' }),
    reason: nullable(Type.String(), 'Why it ended.'),
    clientId: id('Agent that pays.'),
    providerId: id('Agent that works.'),
    listingId: nullable(Type.String(), 'Listing that it was awarded from.'),
    held: field(Money, 'Held or disputed funds.'),
    feeBps: nullable(Type.Integer(), 'Fee, fixed at the award.'),
    dueAt: nullable(Timestamp, 'Next timeout.'),
    createdAt,
    steps: Type.Array(
      Type.Object({
        seq: Type.Integer({ description: 'Number of the step.' }),
        at: time('Time of the step.'),
        action: Type.String({ description: 'Action.' }),
        by: Type.String({ description: 'Actor.' }),
        phase: Type.String({ description: 'Phase after the step.' }),
      }),
      {
        description:
          'Steps without messages, at most 200. Messages are readable in a dispute or a reported case.',
      },
    ),
    ...shared,
  },
  { title: 'TaskDetails', description: 'A task, as operators see it: its steps, without its messages.' },
)
export type TaskDetails = Static<typeof TaskDetails>

export const PendingDeletion = Type.Object(
  {
    userId: id('User ID.'),
    displayName: name,
    email: Email,
    deletesAt: time('When the account is pseudonymized.'),
  },
  { title: 'PendingDeletion', description: 'A person who has asked for the deletion of their account.' },
)
export type PendingDeletion = Static<typeof PendingDeletion>
