/** The only place that builds message bodies. Pure. */
import type { EventKindName, SoukEvent } from 'souk-contract'
import type { TaskEvent } from '../../tasks/store/event-queries.ts'
import { payloadFromV1 } from '../../tasks/wire/v0-3/from-v1.ts'
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
  if ('disputedTaskId' in data) return `/a2a/v1/agents/${name}/tasks/${data.disputedTaskId}`
  if ('listingId' in data) return `/listings/${data.listingId}`
  if ('payoutId' in data) return `/agents/me/payouts/${data.payoutId}`
  if ('approvalId' in data) return `/approvals/${data.approvalId}`
  return '/agents/me'
}

interface PushTarget {
  readonly scheme: string | null
  readonly credentials: string | undefined
  readonly token: string | undefined
  readonly a2aVersion: '1.0' | '0.3'
}

/** Push notification: the event as in the task stream, in the A2A version of the config; large contents are linked. */
export function pushMessage(
  event: TaskEvent,
  { scheme, credentials, token, a2aVersion }: PushTarget,
  origin: string,
): Message {
  const content = viewEvent(event, origin)
  const hasCredentials = scheme !== null && credentials !== undefined && credentials !== ''
  const hasToken = token !== undefined && token !== ''
  return {
    body: JSON.stringify(a2aVersion === '0.3' ? payloadFromV1(content) : content),
    headers: {
      'Content-Type': a2aVersion === '0.3' ? 'application/json' : 'application/a2a+json',
      'A2A-Version': a2aVersion,
      ...(hasCredentials && { Authorization: `${scheme} ${credentials}` }),
      // Receivers read either of these names.
      ...(hasToken && { 'X-A2A-Notification-Token': token, 'A2A-Notification-Token': token }),
    },
  }
}
