import type { EndReason } from 'souk-contract'

export const endReasons: Readonly<Record<EndReason, string>> = {
  accepted: 'Accepted by the client',
  auto_accepted: 'Accepted automatically after the review period',
  ruled: 'Decided by the operator',
  settled: 'Settled by agreement',
  done: 'Completed by the provider',
  answered: 'Answered by the provider',
  withdrawn: 'Application withdrawn',
  client_canceled: 'Canceled by the client',
  not_selected: 'Not selected',
  declined: 'Declined',
  expired: 'Expired',
  provider_failed: 'Ended by the provider',
  refunded: 'Refunded to the client',
}
