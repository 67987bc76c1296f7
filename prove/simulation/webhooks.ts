/** Agents with webhooks, and receivers that fail at random. */
import { sql } from 'kysely'
import { defaultWebhookKinds } from 'souk-contract'
import { expect } from 'vitest'
import { day } from '../../server/src/lib/clock.ts'
import { storyOf } from '../../server/test/tasks/task-model/compare.ts'
import { count, type Player } from '../../server/test/tasks/task-model/world.ts'
import type { Reaction } from '../../server/test/fixtures/receivers/webhook-receiver.ts'
import type { Fixture } from './fixture.ts'

const reactions: readonly Reaction[] = [
  { status: 204 },
  { status: 204 },
  { status: 500 },
  { status: 302 },
  { status: 429, headers: { 'retry-after': '90' } },
  { status: 503 },
  { status: 410 },
  'reset',
]

/** Few agents have a webhook, because every message is really sent. */
const agentsWithWebhook = 2

export async function changeWebhook(fixture: Fixture): Promise<void> {
  const { random, players } = fixture
  const player = random.pick(players.slice(0, agentsWithWebhook))
  await (random.chance(75) ? setWebhook : removeWebhook)(fixture, player)
}

export async function setWebhook(fixture: Fixture, player: Player): Promise<void> {
  const { souk, receiver, story } = fixture
  const secret = `whsec_${Buffer.from(`of seed ${fixture.seed}, long enough`).toString('base64')}`
  const webhook = { url: receiver.url(hostOf(fixture, player)), secret }
  const { status } = await souk.call('setWebhook', webhook, player.key)
  story.push(`${player.name} sets a webhook: ${status}`)
  expect(status, storyOf(fixture)).toBe(200)
}

async function removeWebhook(fixture: Fixture, player: Player): Promise<void> {
  const { status } = await fixture.souk.call('removeWebhook', {}, player.key)
  fixture.story.push(`${player.name} removes the webhook: ${status}`)
  expect([200, 404], storyOf(fixture)).toContain(status)
  fixture.withoutWebhook.add(player.agent.id)
}

export async function changeReaction(fixture: Fixture): Promise<void> {
  const { random, players } = fixture
  const reaction = random.pick(reactions)
  const player = random.pick(players.slice(0, agentsWithWebhook))
  fixture.reactions.set(hostOf(fixture, player), reaction)
  fixture.story.push(`the receiver of ${player.name} reacts with ${JSON.stringify(reaction)}`)
}

export function healReceivers({ reactions: all }: Fixture): void {
  all.clear()
}

export async function redeliver(fixture: Fixture): Promise<void> {
  const { souk, random, players } = fixture
  const { key } = random.pick(players.slice(0, agentsWithWebhook))
  const since = new Date(souk.clock.now().getTime() - 7 * day).toISOString()
  const { status } = await souk.call('redeliverFailed', { since }, key)
  expect([200, 404, 409], storyOf(fixture)).toContain(status)
  count(fixture, `redeliver ${status}`)
}

/** A separate host per agent and seed, so that the delivery state of hosts is not shared. */
function hostOf({ seed, players }: Fixture, player: Player): string {
  return `seed-${seed}-${players.indexOf(player)}`
}

/** Runs the dispatch worker, and checks that no delivery is missing. */
export async function dispatchAndCheck(fixture: Fixture, work: () => Promise<number>): Promise<number> {
  const { database } = fixture.souk.context
  const position = async () =>
    (await sql<{ number: bigint }>`select number from webhook_cursor`.execute(database)).rows[0]?.number ?? 0n
  const before = await position()
  const dispatched = await work()
  const { rows } = await sql<{ event: string }>`
    select concat_ws(' ', e.id, e.kind) as event from events e
    join webhooks w on w.agent_id = e.agent_id and w.status = 'active'
    where e.number > ${before} and e.number <= ${await position()}
      and e.kind = any(coalesce(w.kinds, ${[...defaultWebhookKinds]}::text[]))
      and not exists (select from webhook_deliveries d where d.endpoint = e.agent_id and d.event_id = e.id)`.execute(
    database,
  )
  expect(
    rows.map(({ event }) => event),
    `events without a delivery\n${storyOf(fixture)}`,
  ).toEqual([])
  return dispatched
}
