import type { EndReason } from 'souk-contract'
import { say } from '../messages/en/tasks.ts'

export const endReasons: Readonly<Record<EndReason, string>> = {
  accepted: say('acceptedByTheClient'),
  auto_accepted: say('acceptedAutomatically'),
  ruled: say('decidedByTheOperator'),
  settled: say('settledByAgreement'),
  done: say('completedByTheProvider'),
  answered: say('answeredByTheProvider'),
  withdrawn: say('applicationWithdrawn'),
  client_canceled: say('canceledByTheClient'),
  not_selected: say('notSelected'),
  declined: say('declined'),
  expired: say('expired'),
  provider_failed: say('endedByTheProvider'),
  refunded: say('refundedToTheClient'),
}
