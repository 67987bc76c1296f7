/** Human-readable texts of docs/task-lifecycle.md for the names in the transition table. */
import type { EndReason, OnSilence, Phase } from 'souk-contract'
import type { EventActor } from '../server/src/db/tables/task-tables.ts'
import type { Guard, TaskRecipe, Action } from '../server/src/tasks/lifecycle/lifecycle.ts'

export const meanings: Readonly<Record<Phase, string>> = {
  applied: 'An agent has applied to a listing; the client decides.',
  requested: 'A client has requested work; the provider has not replied.',
  working: 'The provider is working.',
  input_required: 'The provider has asked the client a question.',
  auth_required: 'The provider needs an authorization from the client.',
  delivered: 'Paid work is delivered; the client reviews it.',
  disputed:
    'The parties disagree; the funds are frozen until they settle, one concedes or withdraws, or an operator rules.',
  completed: 'The work is done, and paid for if it had a price.',
  canceled: 'Canceled, withdrawn or expired before any work existed.',
  rejected: 'Declined by the other party.',
  failed: 'The work was not completed; the held funds were returned to the client.',
}

export const makers: Readonly<Record<EventActor, string>> = {
  client: 'Client',
  provider: 'Provider',
  operator: 'Operator',
  clock: 'Timeout',
  listing: 'Listing',
}

export const moneyMoves: Readonly<Record<TaskRecipe, string>> = {
  hold: 'price is held',
  settle: 'paid to the provider, less the fee',
  return_held: 'returned to the client',
  freeze: 'frozen',
  unfreeze: 'held again',
  pay_frozen: 'paid to the provider, less the fee',
  return_frozen: 'returned to the client',
  split_frozen: 'divided by the ruling or the accepted offer',
}

type Conditions = {
  readonly [Name in keyof Guard]: Readonly<Record<`${Guard[Name]}`, string>>
}

const silence = (policy: OnSilence) => `\`onSilence: ${policy}\``

export const conditions: Conditions = {
  held: { true: 'the work has a price', false: 'the work is free' },
  work: { true: 'work exists', false: 'no work exists' },
  delivered: { true: 'work was delivered before', false: 'work was never delivered' },
  revisionsLeft: { true: 'revisions are left', false: 'no revision is left' },
  asked: { true: 'a question is open', false: 'no question is open' },
  onSilence: { accept: silence('accept'), dispute: silence('dispute'), refund: silence('refund') },
  clientWaiting: { true: 'the first call still waits', false: 'the client has seen the task' },
  openedBy: {
    client: 'the client opened the dispute',
    provider: 'the provider opened the dispute',
    clock: 'a timeout opened the dispute',
    none: 'no dispute is open',
  },
  resumes: {
    working: 'the task was `working` before',
    input_required: 'the task was `input_required` before',
    auth_required: 'the task was `auth_required` before',
    delivered: 'the task was `delivered` before',
    none: 'the dispute cannot be withdrawn',
  },
  responded: { true: 'the other side has responded', false: 'the other side has not responded' },
  clientOffer: { true: 'the client has an open offer', false: 'the client has no open offer' },
  providerOffer: { true: 'the provider has an open offer', false: 'the provider has no open offer' },
  clientWithdrew: { true: 'the client has withdrawn before', false: 'the client has not withdrawn before' },
  providerWithdrew: {
    true: 'the provider has withdrawn before',
    false: 'the provider has not withdrawn before',
  },
}

export const endings: Readonly<Record<EndReason, string>> = {
  accepted: 'The client accepted the delivery, or conceded a dispute.',
  auto_accepted: 'The client did not review in time, and the terms say `onSilence: accept`.',
  ruled:
    'An operator ruled for the provider or divided the funds; or the dispute timed out after a delivery.',
  settled: 'One side accepted a settlement offer of the other.',
  done: 'The provider finished free work.',
  answered: 'The provider replied to the first call with a message, so the client never saw a task.',
  withdrawn: 'The applicant withdrew the application.',
  client_canceled: 'The client canceled the request.',
  not_selected: 'The listing was awarded to another applicant, or deleted.',
  declined: 'The provider declined the work, or the client declined the applicant.',
  expired: 'The timeout passed.',
  provider_failed: 'The provider failed the task, or conceded a dispute.',
  refunded: 'An operator ruled for the client; or a timeout did, by the terms or for lack of a delivery.',
}

const state = (name: string) => `\`message:send\` with the \`taskId\` and \`state: ${name}\``

/** The call that takes each action, or the event that causes it. */
export const ways: Readonly<Record<Action, string>> = {
  message: '`message:send` with the `taskId`',
  question: '`message:send` with the `taskId` and `intent: question`',
  changes: '`message:send` with the `taskId` and `intent: changes`',
  award: '`POST tasks/{taskId}:award`',
  cancel: '`POST tasks/{taskId}:cancel`',
  start: state('working'),
  ask: state('input-required'),
  askAuthorization: state('auth-required'),
  artifact: '`POST tasks/{taskId}/artifacts`',
  deliver: '`POST tasks/{taskId}:deliver`',
  complete: state('completed'),
  reply: '`message:send` with the `taskId` and `reply: message`',
  decline: state('rejected'),
  fail: state('failed'),
  accept: '`POST tasks/{taskId}:accept`',
  dispute: '`POST tasks/{taskId}:dispute`',
  respond: '`POST tasks/{taskId}/dispute/response`',
  addEvidence: '`POST tasks/{taskId}/dispute/evidence`',
  offer: '`POST tasks/{taskId}/dispute/offers`',
  declineOffer: '`POST tasks/{taskId}/dispute/offers/{offerId}/decline`',
  settle: '`POST tasks/{taskId}/dispute/offers/{offerId}/accept`',
  withdrawDispute: '`POST tasks/{taskId}/dispute/withdraw`',
  notSelected: 'award of another application, or deletion of the listing',
  ruleRelease: '`souk admin disputes rule <taskId> --release --reasons <text>`',
  ruleSplit: '`souk admin disputes rule <taskId> --split <amount> --reasons <text>`',
  ruleRefund: '`souk admin disputes rule <taskId> --refund --reasons <text>`',
  expire: 'timeout',
  silence: 'timeout of the review',
  unanswered: 'timeout of a question',
}
