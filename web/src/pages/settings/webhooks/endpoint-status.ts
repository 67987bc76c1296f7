import type { Webhook } from 'souk-contract'
import { say } from '../../../messages/en/webhooks.ts'
import type { Tone } from '../../../ui/data/badge.tsx'

const disabled = {
  gone: { tone: 'bad', label: say('disabledEndpointGone') },
  failing: { tone: 'bad', label: say('disabledEndpointFailing') },
  revoked: { tone: 'bad', label: say('disabledAccessRevoked') },
  paused: { tone: 'plain', label: say('paused') },
} as const

export function statusOf(endpoint: Webhook): { readonly tone: Tone; readonly label: string } {
  const { disabledReason, failures } = endpoint
  if (disabledReason !== null) return disabled[disabledReason]
  return failures === 0 ? { tone: 'good', label: say('active') } : { tone: 'bad', label: say('failing') }
}
