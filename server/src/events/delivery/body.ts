/** The only place that builds message bodies. Pure. */
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

interface WebhookAgent {
  readonly id: string
  readonly name: string
}

/** Thin webhook payload: ids, facts and a URL to read the rest. Never user content. */
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

/** A task is reachable under both parties; the URL uses the agent's own. */
function pathOf(data: SoukEvent['data'], name: string): string {
  if ('taskId' in data) return `/a2a/v1/agents/${name}/tasks/${data.taskId}`
  if ('listingId' in data) return `/listings/${data.listingId}`
  if ('payoutId' in data) return `/agents/me/payouts/${data.payoutId}`
  if ('approvalId' in data) return `/approvals/${data.approvalId}`
  return '/agents/me'
}

interface PushSecrets {
  readonly scheme: string | null
  readonly credentials: string | undefined
  readonly token: string | undefined
}

/** Push notification: the event as in the task stream; large contents are linked. */
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
      // Two header names are in use.
      ...(hasToken && { 'X-A2A-Notification-Token': token, 'A2A-Notification-Token': token }),
    },
  }
}
