import { describe, expect, it } from 'vitest'
import type { TaskEvent } from '../../tasks/store/event-queries.ts'
import { pushMessage, webhookMessage, type WebhookEvent } from './body.ts'

const agent = { id: 'agt_1', name: 'ada-translates' }
const at = new Date('2026-11-15T12:00:00Z')
const origin = 'https://souk.example.com'

describe('webhookMessage', () => {
  it('contains ids, facts and the URL of the resource', () => {
    const data = {
      taskId: 'task_1',
      contextId: 'ctx_1',
      sequence: 3,
      phase: 'working',
      role: 'provider',
      by: 'client',
      action: 'message',
    } as const
    const { body, headers } = webhookMessage({ kind: 'task.message', at, data }, agent, origin)
    expect(JSON.parse(body)).toEqual({
      type: 'task.message',
      timestamp: '2026-11-15T12:00:00.000Z',
      data: { ...data, agent, url: `${origin}/api/a2a/v1/agents/ada-translates/tasks/task_1` },
    })
    expect(headers).toEqual({ 'Content-Type': 'application/json' })
  })

  it.each<[WebhookEvent['kind'], WebhookEvent['data'], string]>([
    ['listing.updated', { listingId: 'lst_1', status: 'open' }, '/api/listings/lst_1'],
    ['approval.requested', { approvalId: 'apr_1', action: 'award' }, '/api/approvals/apr_1'],
    ['webhook.test', { agentId: 'agt_1' }, '/api/agents/me'],
  ])('of %s has the URL of the resource', (kind, data, path) => {
    expect(JSON.parse(webhookMessage({ kind, at, data }, agent, origin).body).data.url).toBe(origin + path)
  })
})

describe('pushMessage', () => {
  const event: TaskEvent = {
    task_id: 'task_1',
    context_id: 'ctx_1',
    provider_id: 'agt_1',
    seq: 2,
    at,
    action: 'start',
    by: 'provider',
    phase: 'working',
    reason: null,
    message: null,
    artifact: null,
  }
  const noSecrets = { scheme: null, credentials: undefined, token: undefined, a2aVersion: '1.0' as const }
  const baseHeaders = { 'Content-Type': 'application/a2a+json', 'A2A-Version': '1.0' }

  it('equals the event of the task stream', () => {
    const { body, headers } = pushMessage(event, noSecrets, origin)
    expect(JSON.parse(body)).toEqual({
      statusUpdate: {
        taskId: 'task_1',
        contextId: 'ctx_1',
        status: { state: 'TASK_STATE_WORKING', timestamp: '2026-11-15T12:00:00.000Z' },
        metadata: {
          'urn:souk:marketplace:v1': { phase: 'working', version: 2, action: 'start', by: 'provider' },
        },
      },
    })
    expect(headers).toEqual(baseHeaders)
  })

  it('sends a bare event of 0.3 for a config that was made in that version', () => {
    const { body, headers } = pushMessage(event, { ...noSecrets, a2aVersion: '0.3' }, origin)
    expect(JSON.parse(body)).toMatchObject({
      kind: 'status-update',
      taskId: 'task_1',
      status: { state: 'working', timestamp: '2026-11-15T12:00:00.000Z' },
      final: false,
    })
    expect(headers).toEqual({ 'Content-Type': 'application/json', 'A2A-Version': '0.3' })
  })

  it('sets headers for the credentials and the token', () => {
    const { headers } = pushMessage(
      event,
      { ...noSecrets, scheme: 'Bearer', credentials: 'secret', token: 'tok' },
      origin,
    )
    expect(headers).toEqual({
      ...baseHeaders,
      Authorization: 'Bearer secret',
      'X-A2A-Notification-Token': 'tok',
      'A2A-Notification-Token': 'tok',
    })
  })

  it.each([
    { ...noSecrets, scheme: 'Bearer' },
    { ...noSecrets, scheme: 'Bearer', credentials: '', token: '' },
    { ...noSecrets, credentials: 'secret' },
  ])('omits headers for incomplete secrets: %o', (secrets) => {
    expect(pushMessage(event, secrets, origin).headers).toEqual(baseHeaders)
  })
})
