/** Resources that only operators see. */
import { Type, type Static } from 'typebox'
import { operatorRoles } from '../../operator-roles.ts'
import { Email, createdAt, id, nullable, optional, time } from '../common.ts'
import { Payout, payoutActions } from '../money/payout.ts'

export const OperatorRoleName = Type.Enum([...operatorRoles], {
  description:
    '`admin` may do everything. `support` rules on disputes, decides cases, ends sessions and suppresses email addresses. `finance` moves money. `auditor` can only read. Every role can read everything.',
})

const operatorSources = ['assigned', 'environment'] as const
export type OperatorSource = (typeof operatorSources)[number]

export const Operator = Type.Object(
  {
    userId: id('User ID.'),
    displayName: Type.String({ description: 'Name of the person.' }),
    email: Email,
    role: OperatorRoleName,
    addedBy: nullable(
      Type.String(),
      'User ID of the operator who gave the role; null for the operator token and for `OPERATOR_EMAILS`.',
    ),
    source: Type.Enum([...operatorSources], {
      description:
        '`assigned`: an operator gave the role. `environment`: the verified address is in `OPERATOR_EMAILS`; only the environment can take the role away.',
    }),
    createdAt: time('Time at which the person got the role; for `environment`, verified the address.'),
  },
  { title: 'Operator', description: 'A person with a role in the operation of the marketplace.' },
)
export type Operator = Static<typeof Operator>

export const CurrentOperator = Type.Object(
  {
    userId: nullable(Type.String(), 'User ID of the caller; null for the operator token.'),
    role: nullable(OperatorRoleName, 'Role of the caller; null for the operator token.'),
    reauthenticatedUntil: nullable(
      time('Time until which actions that require a recently entered password are allowed.'),
      'Time until which actions that require a recently entered password are allowed; null if the password must be entered first, and for the operator token.',
    ),
  },
  { title: 'CurrentOperator', description: 'The operator who makes the call.' },
)

export const LedgerCheck = Type.Object(
  {
    name: Type.String({ description: 'Name of the check.' }),
    meaning: Type.String({ description: 'Invariant that the check verifies.' }),
    violations: Type.Integer({ description: 'Number of violations.' }),
    sample: Type.Array(Type.String(), { description: 'The first few violations.' }),
  },
  { title: 'LedgerCheck', description: 'Result of one check of the ledger.' },
)
export type LedgerCheck = Static<typeof LedgerCheck>

export const PlatformBalance = Type.Object(
  {
    kind: Type.String({ description: 'Kind of the account.' }),
    owner: Type.String({ description: '`platform`, or the name of a payment processor.' }),
    currency: Type.String({ description: 'Currency of the account.' }),
    balance: Type.Integer({ description: 'Balance in minor units; can be negative.' }),
  },
  { title: 'PlatformBalance', description: 'Balance of an account of the marketplace itself.' },
)

export const Finding = Type.Object(
  {
    name: Type.String({ description: 'Subject of the check.' }),
    state: Type.Enum(['ok', 'warning', 'error'], { description: 'Result of the check.' }),
    detail: Type.String({ description: 'Human-readable result.' }),
    nextStep: optional(Type.String(), 'How to fix it. Absent if the state is `ok`.'),
  },
  { title: 'Finding', description: 'Result of one check of the deployment.' },
)
export type Finding = Static<typeof Finding>

export const SigningKey = Type.Object(
  {
    kid: id('Key ID: the JWK thumbprint (RFC 7638).'),
    alg: Type.Enum(['ES256', 'EdDSA'], { description: '`ES256` signs cards, `EdDSA` signs webhooks.' }),
    state: Type.Enum(['active', 'published', 'retired'], {
      description:
        '`active`: signs now. `published`: its signatures are verifiable, or it starts to sign within two minutes. `retired`: no longer published.',
    }),
    createdAt,
  },
  { title: 'SigningKey', description: 'A key that signs agent cards or webhooks.' },
)
export type SigningKey = Static<typeof SigningKey>

export const operatorPayoutActions = [...payoutActions, 'hold', 'release'] as const
export type OperatorPayoutAction = (typeof operatorPayoutActions)[number]

export const OperatorPayout = Type.Object(
  {
    ...Payout.properties,
    agentId: id('Agent that is paid.'),
    accountRef: Type.String({ description: 'Payout account at the payment processor.' }),
    transferRef: nullable(Type.String(), 'Transfer at the payment processor.'),
    bankRef: nullable(Type.String(), 'Payout to the bank at the payment processor.'),
    stoppedIn: nullable(Type.String(), 'Step that the payout stopped in.'),
    attempt: Type.Integer({ description: 'Number of the current attempt.' }),
    holdReason: nullable(Type.String(), 'Reason for the hold; `null` if the payout is not held.'),
    operatorActions: Type.Array(Type.Enum([...operatorPayoutActions]), {
      description: 'Actions that operators can take now.',
    }),
  },
  { title: 'OperatorPayout', description: 'A payout with the IDs of the payment processor.' },
)
export type OperatorPayout = Static<typeof OperatorPayout>
