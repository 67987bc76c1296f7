/** The only place that says what is sent, apart from signatures. Pure. */
import type { EventKindName, SoukEvent } from 'souk-contract'
import type { TaskEvent } from '../../tasks/store/event-queries.ts'
import { viewEvent } from '../../tasks/wire/view.ts'

export interface Message {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

export interface WebhookEvent {
  readonly kind: EventKindName
  readonly at: Date
  readonly data: SoukEvent['data']
}

export interface WebhookAgent {
  readonly id: string
  readonly name: string
}

/** To the webhook of an agent: ids and facts, and where to read the rest. Never what anybody wrote. */
export function webhookMessage(
  { kind, at, data }: WebhookEvent,
  agent: WebhookAgent,
  origin: string,
): Message {
  const { id, name } = agent
  const payload = { ...data, agent: { id, name }, url: `${origin}/api${pathOf(data, name)}` }
  return {
    body: JSON.stringify({ type: kind, timestamp: at.toISOString(), data: payload }),
    headers: { 'Content-Type': 'application/json' },
  }
}

/** A task stands below the address of either party, so the agent finds it below its own. */
function pathOf(data: SoukEvent['data'], name: string): string {
  if ('taskId' in data) return `/a2a/v1/agents/${name}/tasks/${data.taskId}`
  if ('listingId' in data) return `/listings/${data.listingId}`
  if ('payoutId' in data) return `/agents/me/payouts/${data.payoutId}`
  if ('approvalId' in data) return `/approvals/${data.approvalId}`
  return '/agents/me'
}

export interface PushSecrets {
  readonly scheme: string | null
  readonly credentials: string | undefined
  readonly token: string | undefined
}

/** To a push notification config: the event that streams of the task carry; large contents are linked. */
export function pushMessage(
  event: TaskEvent,
  { scheme, credentials, token }: PushSecrets,
  origin: string,
): Message {
  const isKnown = scheme !== null && credentials !== undefined && credentials !== ''
  const hasToken = token !== undefined && token !== ''
  return {
    body: JSON.stringify(viewEvent(event, origin)),
    headers: {
      'Content-Type': 'application/a2a+json',
      'A2A-Version': '1.0',
      ...(isKnown && { Authorization: `${scheme} ${credentials}` }),
      // Two names are in use for it.
      ...(hasToken && { 'X-A2A-Notification-Token': token, 'A2A-Notification-Token': token }),
    },
  }
}
