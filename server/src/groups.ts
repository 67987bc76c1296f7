/** The handlers of every group of the contract. A group or an operation without a handler does not compile. */
import type { AdminContract, Contract } from 'souk-contract'
import type { Operations } from './approvals/enforcement/operations.ts'
import type { Context } from './context.ts'
import type { Tail } from './events/tail.ts'
import type { Handlers } from './operation.ts'
import type { TaskSubscriptions } from './tasks/live/task-subscriptions.ts'
import type { RunningWorkers } from './workers/loop.ts'
import { agents } from './resources/agents/routes.ts'
import { approvalGate } from './approvals/gate/routes.ts'
import { approvals } from './approvals/requests/routes.ts'
import { blocks } from './resources/blocks/routes.ts'
import { cards } from './resources/cards/routes.ts'
import { connections } from './resources/connections/routes.ts'
import { discovery } from './resources/discovery/routes.ts'
import { artifacts } from './tasks/artifacts/routes.ts'
import { disputes } from './tasks/disputes/routes.ts'
import { archivedTasks } from './tasks/archive/routes.ts'
import { favorites } from './resources/favorites/routes.ts'
import { feed } from './resources/feed/routes.ts'
import { files } from './resources/files/routes.ts'
import { keys } from './resources/keys/routes.ts'
import { apps } from './resources/oauth/routes.ts'
import { listingInvitations } from './resources/listing-invitations/routes.ts'
import { listings } from './resources/listings/routes.ts'
import { notifications } from './resources/notifications/routes.ts'
import { market, policy } from './resources/policy/routes.ts'
import { moderation, reports } from './resources/moderation/routes.ts'
import { figures } from './admin/figures/routes.ts'
import { legalHolds } from './resources/legal-holds/routes.ts'
import { marketDesk } from './resources/market-desk/routes.ts'
import { chargebacks } from './money/chargebacks/routes.ts'
import { moneyDesk } from './money/desk/routes.ts'
import { organizations } from './resources/organizations/routes.ts'
import { operators } from './resources/operators/routes.ts'
import { packages } from './resources/packages/routes.ts'
import { profiles } from './resources/profiles/routes.ts'
import { payments } from './money/payments/routes.ts'
import { payouts } from './money/payouts/routes.ts'
import { posts } from './resources/posts/routes.ts'
import { pushConfigs } from './events/push-configs/routes.ts'
import { reviews } from './resources/reviews/routes.ts'
import { savedSearches } from './resources/saved-searches/routes.ts'
import { service } from './resources/service/routes.ts'
import { sessions } from './resources/sessions/routes.ts'
import { tasks } from './tasks/routes.ts'
import { threads } from './resources/threads/routes.ts'
import { trust } from './resources/trust/routes.ts'
import { users } from './resources/users/routes.ts'
import { webhooks } from './events/webhooks/routes.ts'
import { createCardSigner } from './resources/cards/sign-card.ts'
import { audit, deployment, ledger, mails } from './admin/routes.ts'
import { disputeDesk } from './tasks/disputes/operator-routes.ts'
import { payoutDesk } from './money/payouts/operator-routes.ts'
import { quarantine } from './resources/files/operator-routes.ts'
import { signingKeys } from './resources/cards/operator-routes.ts'

/** Parts of a node that its handlers share. */
interface Shared {
  readonly tail: Tail
  readonly subscriptions: TaskSubscriptions
  /** Every operation that is registered, so that an approval can run it. */
  readonly operations: Operations
  readonly workers: () => RunningWorkers | undefined
}

export function publicGroups(
  context: Context,
  { tail, subscriptions, operations, workers }: Shared,
): { readonly [G in keyof Contract]: Handlers<Contract[G]> } {
  return {
    users: users(context.config.operatorEmails),
    sessions,
    agents,
    cards: cards(createCardSigner(context)),
    discovery,
    keys,
    apps,
    approvalGate,
    approvals: approvals(operations),
    organizations,
    payments: payments(tail),
    payouts,
    listings,
    listingInvitations,
    savedSearches,
    favorites,
    archivedTasks,
    packages,
    profiles,
    tasks: tasks(subscriptions),
    artifacts,
    files,
    disputes,
    pushConfigs,
    connections,
    blocks,
    posts,
    feed,
    notifications: notifications(tail),
    trust,
    reviews,
    reports,
    threads: threads(tail),
    webhooks,
    market: market(context.policyWatch.initial),
    service: service(workers, context.storageWatch),
  }
}

type OperatorGroup = Exclude<keyof AdminContract, 'clock'>

/** To people without a role, these routes return 404. The manual clock is registered separately. */
export function operatorGroups({ config, policyWatch: { initial }, storageWatch }: Context): {
  readonly [G in OperatorGroup]: Handlers<AdminContract[G]>
} {
  return {
    operators: operators(config.operatorEmails),
    ledger,
    audit,
    disputes: disputeDesk,
    moderation: moderation(config.operatorEmails),
    policy: policy(initial),
    payouts: payoutDesk,
    moneyDesk,
    chargebacks,
    marketDesk,
    legalHolds,
    figures: figures(storageWatch.isFull),
    deployment: deployment(config, initial),
    signingKeys,
    files: quarantine,
    mails: mails(config.operatorEmails),
  }
}
