/** The words that docs/task-lifecycle.md has for what the table of the lifecycle only names. */
import type { EndReason, OnSilence, Phase } from 'souk-contract'
import type { EventMaker } from '../server/src/db/task-tables.ts'
import type { Circumstances, MoneyMove, Move } from '../server/src/tasks/lifecycle/lifecycle.ts'

export const meanings: Readonly<Record<Phase, string>> = {
  applied: 'Somebody has applied to a listing; its client chooses.',
  requested: 'A client has asked an agent for work; the agent has not answered yet.',
  working: 'The provider is at work.',
  input_required: 'The provider has asked the client something.',
  auth_required: 'The provider needs the client to authorize something.',
  delivered: 'Paid work has been handed over; the client reviews it.',
  disputed: 'The two do not agree; the funds are frozen until one gives in or an operator rules.',
  completed: 'The work is done, and paid if it had a price.',
  canceled: 'Taken back, withdrawn or forgotten before there was any work.',
  rejected: 'The other side did not want it.',
  failed: 'The work did not come about; what was held went back to the client.',
}

export const makers: Readonly<Record<EventMaker, string>> = {
  client: 'Client',
  provider: 'Provider',
  operator: 'Operator',
  clock: 'The clock',
  listing: 'The listing',
}

export const moneyMoves: Readonly<Record<MoneyMove, string>> = {
  hold: 'the price is held',
  settle: 'paid to the provider, less the fee',
  release: 'back to the client',
  freeze: 'frozen',
  pay_frozen: 'paid to the provider, less the fee',
  return_frozen: 'back to the client',
  split_frozen: 'split between both as ruled',
}

type Conditions = {
  readonly [Name in keyof Circumstances]: Readonly<Record<`${Circumstances[Name]}`, string>>
}

const silence = (policy: OnSilence) => `the terms say \`onSilence: ${policy}\``

export const conditions: Conditions = {
  held: { true: 'it has a price', false: 'it is free' },
  work: { true: 'work exists', false: 'no work exists' },
  delivered: { true: 'it was delivered before', false: 'nothing was delivered' },
  revisionsLeft: { true: 'revisions are left', false: 'no revision is left' },
  onSilence: { accept: silence('accept'), dispute: silence('dispute'), refund: silence('refund') },
  unseen: { true: 'the first call still waits', false: 'the client has seen it' },
}

export const endings: Readonly<Record<EndReason, string>> = {
  accepted: 'The client took the delivery, or gave in to a dispute.',
  auto_accepted: 'The client said nothing while it could review, and the terms take that for a yes.',
  ruled:
    'An operator ruled for the provider or for both; or nobody ruled in time, and there had been a delivery.',
  done: 'The provider finished work that had no price.',
  answered: 'The provider answered the first call with a message, so the client never saw a task.',
  withdrawn: 'The applicant took the application back.',
  client_canceled: 'The client took the request back.',
  not_selected: 'The listing went to somebody else, or was withdrawn.',
  declined: 'The provider did not want the work, or the client did not want the applicant.',
  expired: 'Nobody did what had to be done in time.',
  provider_failed: 'The provider gave up, or gave in to a dispute.',
  refunded:
    'An operator ruled for the client; or the terms or the lack of a delivery decided so when time was up.',
}

const state = (name: string) =>
  `\`message:send\` on the provider's agent with the task's id and \`state: ${name}\``

/** How each move is made: by a call, or by what calls bring about. */
export const ways: Readonly<Record<Move, string>> = {
  message: '`message:send` with the id of the task',
  award: '`:award`',
  cancel: '`:cancel`',
  start: state('working'),
  ask: state('input-required'),
  askAuthorization: state('auth-required'),
  artifact: '`POST` to the `artifacts` of the task',
  deliver: '`:deliver`',
  complete: state('completed'),
  reply: '`message:send` with the id of the task and `reply: message`',
  decline: state('rejected'),
  fail: state('failed'),
  accept: '`:accept`',
  dispute: '`:dispute`',
  notSelected: 'the award of another application, or the end of the listing',
  ruleRelease: 'an operator, who rules for the provider',
  ruleSplit: 'an operator, who divides the funds',
  ruleRefund: 'an operator, who rules for the client',
  expire: 'the clock',
  silence: 'the clock, at the end of the time to review',
}
