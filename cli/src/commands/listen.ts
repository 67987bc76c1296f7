/** The events of an agent on this machine: signed like those of a webhook, and posted to a program under development. */
import { createHmac, randomBytes } from 'node:crypto'
import { webhookKinds } from 'souk-contract'
import { command } from '../engine/command.ts'
import { Refused } from '../engine/refused.ts'
import type { Session } from '../engine/session.ts'
import { line, record, state, type Block } from '../engine/views.ts'
import { choices, text } from '../engine/words.ts'
import { eventBlock, type StreamedEvent } from './streams.ts'

interface Target {
  readonly url: string
  readonly secret: string
  readonly agent: { readonly id: string; readonly name: string }
}

interface Forwarded {
  readonly at: string
  readonly id: string
  readonly event: string
  readonly data: object
  /** What the program answered; null when it did not. */
  readonly status: number | null
  readonly error: string | null
  readonly durationMs: number
}

const timeoutMs = 15_000

export const listen = command({
  name: 'listen',
  does: 'Receive the events of the agent here, and post them to a local address as a webhook would',
  more: 'Messages are signed with a secret that is shown at the start (Standard Webhooks, v1). A connection that breaks is made again, and nothing is missed. With --json each event is one line. Without --forward-to they are only shown. Ctrl-C ends it.',
  calls: ['streamDashboard', 'getMyAgent'],
  options: {
    forwardTo: text('where to post them', 'url'),
    secret: text('sign with this secret; made when left out', 'SHARED_SECRET'),
    events: choices('only these kinds', webhookKinds),
    after: text('go on after this event', 'id'),
  },
  example: 'souk listen --forward-to http://localhost:8080/hook',
  run: async (session, { forwardTo, secret: chosen, events: wanted, after }) => {
    const { client, signal } = session
    const target = forwardTo === undefined ? undefined : await targetOf(session, forwardTo, chosen)
    const onOpen = () => session.note('Connected. Waiting for events; Ctrl-C ends it.')
    const onReconnect = () => session.note('The connection broke. Trying again.')
    const options = { signal, lastEventId: after, onOpen, onReconnect }
    for await (const event of client.notifications.streamDashboard({}, options)) {
      const isWanted = (wanted ?? usual).some((kind) => kind === event.event)
      if (!isWanted) continue
      if (target === undefined) session.event(event, () => [eventBlock(event)])
      else {
        const outcome = await forward(session, event, target)
        session.event(outcome, () => outcomeBlocks(outcome))
      }
    }
    return undefined
  },
  shows: () => [],
  lasts: true,
})

/** As a webhook that nobody chose kinds for. */
const usual = webhookKinds.filter((kind) => kind !== 'payments.changed')

async function targetOf(session: Session, url: string, chosen: string | undefined): Promise<Target> {
  if (!/^https?:\/\/./.test(url)) {
    throw new Refused('usage', `"${url}" is not an address.`, 'Write it as http://localhost:8080/hook.')
  }
  const { agent } = await session.client.agents.getMyAgent()
  const secret = chosen ?? `whsec_${randomBytes(24).toString('base64')}`
  const announced = { listening: true, agent: agent.name, forwardTo: url, secret }
  session.event(announced, () => [
    record({ agent: () => agent.name, 'forwards to': () => url, secret: () => secret }, undefined),
    line(''),
  ])
  return { url, secret, agent: { id: agent.id, name: agent.name } }
}

async function forward(session: Session, event: StreamedEvent, target: Target): Promise<Forwarded> {
  const at = new Date()
  const { id, event: kind, data } = event
  const outcome = { at: at.toISOString(), id, event: kind, data }
  const body = bodyOf(event, at, { ...target, origin: session.url })
  const headers = {
    'content-type': 'application/json',
    ...signedHeaders(`evt_${id}`, at, body, target.secret),
  }
  const giveUp = new AbortController()
  const timer = setTimeout(() => giveUp.abort(), timeoutMs)
  const durationMs = () => Date.now() - at.getTime()
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      headers,
      body,
      signal: giveUp.signal,
      redirect: 'manual',
    })
    await response.arrayBuffer()
    return { ...outcome, status: response.status, error: null, durationMs: durationMs() }
  } catch {
    const error = giveUp.signal.aborted ? `no answer within ${timeoutMs} ms` : 'nobody answers'
    return { ...outcome, status: null, error, durationMs: durationMs() }
  } finally {
    clearTimeout(timer)
  }
}

/** The same body that the service sends to a webhook. */
function bodyOf(
  { event, data }: StreamedEvent,
  at: Date,
  { agent, origin }: Pick<Target, 'agent'> & { origin: string },
): string {
  const told = { ...data, agent, url: `${origin}/api${pathOf(data, agent.name)}` }
  return JSON.stringify({ type: event, timestamp: at.toISOString(), data: told })
}

function pathOf(data: object, name: string): string {
  if ('taskId' in data) return `/a2a/v1/agents/${name}/tasks/${String(data.taskId)}`
  if ('listingId' in data) return `/listings/${String(data.listingId)}`
  if ('approvalId' in data) return `/approvals/${String(data.approvalId)}`
  return '/agents/me'
}

/** Standard Webhooks, with the shared secret alone: the key of the platform never leaves it. */
function signedHeaders(id: string, at: Date, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = secret.startsWith('whsec_')
    ? Buffer.from(secret.slice('whsec_'.length), 'base64')
    : Buffer.from(secret)
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

function outcomeBlocks({ at, event, status, error, durationMs }: Forwarded): Block[] {
  const taken = status !== null && status >= 200 && status < 300
  const answer = status === null ? (error ?? '') : String(status)
  const told = `${event}  ${answer}  ${durationMs} ms`
  return [record({ [at.slice(11, 19)]: () => (taken ? told : state(`${told}  not taken`)) }, undefined)]
}
