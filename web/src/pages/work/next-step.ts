import type { Market } from 'souk-contract'
import { say } from '../../messages/en/work.ts'

/** Label of the button that leads to the viewer's next step; undefined if the viewer has none. */
export function nextStepOf(market: Market, canReview: boolean): string | undefined {
  const { phase, role, awaiting, allowedActions } = market
  const isClient = role === 'client'
  switch (phase) {
    case 'applied':
      return isClient ? say('reviewApplication') : undefined
    case 'requested':
      return isClient ? undefined : say('acceptOrDecline')
    case 'working':
      return isClient ? undefined : say('deliver')
    case 'input_required':
      return isClient ? say('answerQuestion') : undefined
    case 'auth_required':
      return isClient ? say('givePermission') : undefined
    case 'delivered':
      if (awaiting === 'provider') return isClient ? undefined : say('answerQuestion')
      return isClient ? say('reviewDelivery') : undefined
    case 'disputed':
      if (allowedActions.includes('respond')) return say('respond')
      return allowedActions.includes('settle') ? say('seeTheOffer') : undefined
    case 'completed':
    case 'canceled':
    case 'rejected':
    case 'failed':
      return canReview ? say('leaveAReview') : undefined
  }
}
