import { operatorCatalog } from '../operator-catalog.ts'

export const say = operatorCatalog('payouts', {
  payouts: 'Payouts',
  payoutsLead: 'Payouts that the payment processor refused. Those that wait for a person come first.',
  noPayouts: 'No payouts are stuck',
  noPayoutsHint: 'Refused payouts appear here.',
  amount: 'Amount',
  agent: 'Agent',
  status: 'Status',
  problem: 'Problem',
  attempts: 'Attempts',
  updated: 'Updated',
  actions: 'Actions',
  retry: 'Retry',
  retryTitle: 'Retry this payout?',
  retryEffect: 'The refused step is sent to the payment processor again.',
  cancel: 'Cancel',
  cancelTitle: 'Cancel this payout?',
  cancelEffect: 'The amount was not sent. It returns to the earnings of the agent.',
  payBack: 'Reverse',
  payBackTitle: 'Reverse the transfer?',
  payBackEffect:
    'The transfer to the payout account is reversed. The amount returns to the earnings of the agent.',
  done: '{action}: {amount}',
  actionAmount: '{action} {amount}',
  keepAsItIs: 'Keep as it is',
})
