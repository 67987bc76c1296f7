/** Reason and view of the actions of operators on money. */
import type { OperatorAction } from 'souk-contract'
import { prose, required } from '../../engine/params.ts'
import { at, id, money, resource, state, type Fields } from '../../terminal/views.ts'

export const reason = required(prose('Reason, recorded in the audit log'))

export const actionFields: Fields<OperatorAction> = {
  action: (action) => id(action.id),
  kind: ({ kind }) => kind,
  about: ({ subjectId }) => id(subjectId),
  amount: ({ amount }) => money(amount),
  state: (action) => state(action.state),
  reason: (action) => action.reason,
  'proposed by': ({ proposedBy }) => id(proposedBy),
  'decided by': ({ decidedBy }) => id(decidedBy),
  expires: ({ expiresAt }) => at(expiresAt),
}

export const showAction = resource('action', actionFields)
