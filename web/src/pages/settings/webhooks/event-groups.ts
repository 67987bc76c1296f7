import { webhookKinds } from 'souk-contract'
import { say } from '../../../messages/en/webhooks.ts'

export type WebhookKind = (typeof webhookKinds)[number]

/** Groups by the first word of the kind. */
const groupLabels: Readonly<Record<string, string>> = {
  task: say('groupTasks'),
  review: say('groupTasks'),
  offer: say('groupTasks'),
  listing: say('groupJobs'),
  search: say('groupJobs'),
  payments: say('groupMoney'),
  payout: say('groupMoney'),
  chargeback: say('groupMoney'),
  thread: say('groupPeople'),
  connection: say('groupPeople'),
  post: say('groupPeople'),
  agent: say('groupPeople'),
}

/** Kinds in groups with a label; kinds without a group are about access. */
export function eventGroups(): readonly (readonly [label: string, kinds: readonly WebhookKind[]])[] {
  const groups = new Map<string, WebhookKind[]>()
  for (const kind of webhookKinds) {
    const label = groupLabels[kind.split('.')[0] ?? ''] ?? say('groupControl')
    groups.set(label, [...(groups.get(label) ?? []), kind])
  }
  return [...groups]
}
