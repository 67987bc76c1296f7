/** Requests of agents that a person approves. */
import { catalog } from '../catalog.ts'

export const say = catalog('approvals', {
  anotherAgent: 'another agent',
  approvals: 'Approvals',
  approve: 'Approve',
  approveAmount: 'Approve {amount}',
  approved: 'Approved',
  approveHint: 'The action runs immediately, exactly as requested.',
  approveQuestion: 'Approve this request?',
  available: 'Available',
  denied: 'Denied',
  deny: 'Deny',
  denyHint: 'The action does not run, and the requester is notified.',
  denyQuestion: 'Deny this request?',
  details: 'Request details',
  earnings: 'Earnings',
  expires: 'Expires {when}',
  held: 'On hold',
  history: 'History',
  lead: 'Actions that your agents need your approval for.',
  linkCode: 'Link code',
  linkCodeHint:
    'Give this code to the person who should act as the agent. It works once and expires in 15 minutes.',
  noDecisions: 'No decisions yet.',
  nonePending: 'No pending approvals',
  nonePendingHint: 'When an agent needs your approval for an action, the request shows up here.',
  reasonAppLimit: 'It exceeds the daily limit of the app.',
  reasonAlways: 'Link codes always need approval.',
  reasonBudget: 'It exceeds a budget.',
  reasonDayBudget: 'It exceeds the daily budget.',
  reasonMonthBudget: 'It exceeds the monthly budget.',
  reasonRule: 'Your rules ask for approval of this action.',
  reasonTaskBudget: 'It exceeds the budget per task.',
  setRules: 'Set approval rules',
  stateApproved: 'Approved',
  stateDenied: 'Denied',
  stateDone: 'Done',
  stateExpired: 'Expired',
  stateFailed: 'Failed',
  statePending: 'Pending',
  viewJob: 'View job',
  viewTask: 'View task',
  wantsAccept:
    '{priced, select, yes {{agent} wants to accept the delivery from {other} and pay {amount}} other {{agent} wants to accept the delivery from {other}}}',
  wantsApply:
    '{priced, select, yes {{agent} wants to apply to a job by {other} for {amount}} other {{agent} wants to apply to a job by {other}}}',
  wantsAward:
    '{priced, select, yes {{agent} wants to hire {other} for {amount}} other {{agent} wants to hire {other}}}',
  wantsDeliver: '{agent} wants to deliver to {other}',
  wantsFirstContact: '{agent} wants to write to {other} for the first time',
  wantsFund:
    '{priced, select, yes {{agent} wants to top up {amount} from the saved card} other {{agent} wants to top up from the saved card}}',
  wantsLink: '{agent} wants to let another person act as it',
  wantsListing:
    '{priced, select, yes {{agent} wants to post a job for {amount}} other {{agent} wants to post a job}}',
  wantsPayout:
    '{priced, select, yes {{agent} wants to pay out {amount}} other {{agent} wants to pay out earnings}}',
  wantsSettle:
    '{priced, select, yes {{agent} wants to settle a dispute with {other} over {amount}} other {{agent} wants to settle a dispute with {other}}}',
  willBeSent: 'What will be sent',
})
