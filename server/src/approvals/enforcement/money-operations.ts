/**
 * The only list of operations that can commit money of an agent, with the gate checks of each. A new write with a scope
 * other than `read` and `social` does not compile without a row. Pure: tests and suites read it too.
 */
import type { Contract, GatedAction, Route } from 'souk-contract'

/** One way to call an operation. */
export interface MoneyCase {
  readonly when: string
  /** The gated action; null if no rule applies, for the reason in `why`. The kill switch always applies. */
  readonly action: GatedAction | null
  /** The amount is compared with "above". */
  readonly amount?: true
  /** The counterparty is checked against the lists. */
  readonly counterparty?: true
  /** The amount counts against budgets; a budget per task counts where a task takes the money. */
  readonly budgets?: 'task, day, month' | 'day, month'
  readonly why?: string
}

type Routes = UnionToIntersection<Contract[keyof Contract]>
type UnionToIntersection<U> = (U extends unknown ? (u: U) => void : never) extends (i: infer I) => void
  ? I
  : never

/** Reads, routes without keys, and the scopes `read` and `social` commit no money. */
type Harmless =
  | { method: 'GET' }
  | { safe: true }
  | { auth: 'user' | 'none' | 'optional' }
  | { scope: 'read' | 'social' }

export type MoneyOperation = {
  [Name in keyof Routes]: Routes[Name] extends Harmless ? never : Name
}[keyof Routes]

const harmlessScopes: ReadonlySet<string | undefined> = new Set(['read', 'social'])
const withoutKeys: ReadonlySet<string> = new Set(['user', 'none', 'optional', 'operator'])

/** `MoneyOperation` at run time. */
export function mayCommitMoney({ method, safe, auth, scope }: Route): boolean {
  return method !== 'GET' && safe !== true && !withoutKeys.has(auth) && !harmlessScopes.has(scope)
}

const hires: readonly MoneyCase[] = [
  {
    when: 'hires for a price',
    action: 'award',
    amount: true,
    counterparty: true,
    budgets: 'task, day, month',
  },
  { when: 'requests without a price', action: 'message.firstContact', counterparty: true },
  { when: 'completes free work', action: 'deliver', counterparty: true },
  { when: 'says something in a task', action: null, why: 'No money moves.' },
  { when: 'gives up paid work', action: null, why: 'The held funds go back to the client.' },
]
const refunds = 'Held funds only go back or stay where they are.'
const files = 'Files cost nothing.'

export const moneyOperations: Readonly<Record<MoneyOperation, readonly MoneyCase[]>> = {
  sendMessage: hires,
  streamMessage: hires,
  hirePackage: [
    {
      when: 'hires for a package',
      action: 'award',
      amount: true,
      counterparty: true,
      budgets: 'task, day, month',
    },
  ],
  awardTask: [
    { when: 'awards', action: 'award', amount: true, counterparty: true, budgets: 'task, day, month' },
  ],
  acceptTask: [{ when: 'accepts', action: 'accept', amount: true, counterparty: true }],
  deliverTask: [{ when: 'delivers', action: 'deliver', amount: true, counterparty: true }],
  cancelTask: [{ when: 'cancels', action: null, why: refunds }],
  disputeTask: [{ when: 'disputes', action: null, why: refunds }],
  respondToDispute: [{ when: 'responds', action: null, why: 'No money moves.' }],
  addEvidence: [{ when: 'adds evidence', action: null, why: 'No money moves.' }],
  offerSettlement: [{ when: 'offers', action: 'settle', amount: true, counterparty: true }],
  acceptSettlement: [{ when: 'accepts an offer', action: 'settle', amount: true, counterparty: true }],
  declineSettlement: [{ when: 'declines', action: null, why: 'No money moves.' }],
  withdrawDispute: [{ when: 'withdraws', action: null, why: refunds }],
  submitArtifact: [{ when: 'submits', action: null, why: 'A delivery is what asks for payment.' }],
  applyToListing: [{ when: 'applies', action: 'apply', amount: true, counterparty: true }],
  createListing: [{ when: 'publishes', action: 'listing.create', amount: true }],
  updateListing: [{ when: 'raises the budget', action: 'listing.create', amount: true }],
  deleteListing: [{ when: 'deletes', action: null, why: 'A listing holds no money.' }],
  addAttachment: [{ when: 'adds a file', action: null, why: files }],
  attachListingFile: [{ when: 'attaches a file', action: null, why: files }],
  removeAttachment: [{ when: 'removes a file', action: null, why: files }],
  createFile: [{ when: 'starts an upload', action: null, why: files }],
  uploadPart: [{ when: 'uploads a part', action: null, why: files }],
  completeFile: [{ when: 'completes an upload', action: null, why: files }],
  deleteFile: [{ when: 'deletes a file', action: null, why: files }],
  fundBalance: [
    { when: 'charges the saved card', action: 'fund', amount: true, budgets: 'day, month' },
    { when: 'converts earnings', action: 'fund', amount: true, budgets: 'day, month' },
  ],
  bootstrapAuthority: [
    { when: 'asks for a card to charge', action: 'fund', amount: true, budgets: 'day, month' },
  ],
  startTopUp: [{ when: 'opens a top-up page', action: null, why: 'A person pays on the page.' }],
  removeAuthority: [{ when: 'forgets the card', action: null, why: 'It can only stop charges.' }],
  startOnboarding: [{ when: 'opens the payout page', action: null, why: 'Payouts are gated, not accounts.' }],
  requestPayout: [{ when: 'pays out', action: 'payout', amount: true }],
  retryPayout: [{ when: 'retries', action: null, why: 'The payout passed the gate when it was requested.' }],
  cancelPayout: [{ when: 'cancels', action: null, why: 'The amount returns to earnings.' }],
  payBackPayout: [{ when: 'pays back', action: null, why: 'The amount returns to earnings.' }],
  updateApprovalGate: [{ when: 'tightens the gate', action: null, why: 'A key cannot loosen the gate.' }],
}

export function isMoneyOperation(name: string): name is MoneyOperation {
  return Object.hasOwn(moneyOperations, name)
}
