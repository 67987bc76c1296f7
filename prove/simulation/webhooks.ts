/** Agents that want to be told of what happens, and receivers that do not always listen. */
import { sql } from 'kysely'
import { defaultWebhookKinds } from 'souk-contract'
import { expect } from 'vitest'
import { day } from '../../server/src/lib/clock.ts'
import { told } from '../../server/test/tasks/task-model/compare.ts'
import { count, type Player } from '../../server/test/tasks/task-model/world.ts'
import type { Reaction } from '../../server/test/fixtures/webhook-receiver.ts'
import type { Town } from './fixture.ts'

export type Mood = Reaction

const moods: readonly Mood[] = [
  { status: 204 },
  { status: 204 },
  { status: 500 },
  { status: 302 },
  { status: 429, headers: { 'retry-after': '90' } },
  { status: 503 },
  { status: 410 },
  'reset',
]

/** Few want to be told, for every message is sent for real. */
const listeners = 2

export async function hook(town: Town): Promise<void> {
  const { dice, players } = town
  const player = dice.pick(players.slice(0, listeners))
  await (dice.chance(75) ? listen : stopListening)(town, player)
}

export async function listen(town: Town, player: Player): Promise<void> {
  const { souk, receiver, story } = town
  const secret = `whsec_${Buffer.from(`of seed ${town.seed}, long enough`).toString('base64')}`
  const hooked = { url: receiver.url(hostOf(town, player)), secret }
  const { status } = await souk.call('setWebhook', hooked, player.key)
  story.push(`${player.name} wants to be told: ${status}`)
  expect(status, told(town)).toBe(200)
}

async function stopListening(town: Town, player: Player): Promise<void> {
  const { status } = await town.souk.call('removeWebhook', {}, player.key)
  town.story.push(`${player.name} wants to hear no more: ${status}`)
  expect([200, 404], told(town)).toContain(status)
  town.unhooked.add(player.agent.id)
}

export async function changeMood(town: Town): Promise<void> {
  const { dice, players } = town
  const mood = dice.pick(moods)
  const player = dice.pick(players.slice(0, listeners))
  town.moods.set(hostOf(town, player), mood)
  town.story.push(`the receiver of ${player.name} answers ${JSON.stringify(mood)}`)
}

export function becomeWell({ moods: all }: Town): void {
  all.clear()
}

export async function redeliver(town: Town): Promise<void> {
  const { souk, dice, players } = town
  const { key } = dice.pick(players.slice(0, listeners))
  const since = new Date(souk.clock.now().getTime() - 7 * day).toISOString()
  const { status } = await souk.call('redeliverFailed', { since }, key)
  expect([200, 404, 409], told(town)).toContain(status)
  count(town, `redeliver ${status}`)
}

/** A host of its own for everybody, so that towns do not share what is remembered of hosts. */
function hostOf({ seed, players }: Town, player: Player): string {
  return `seed-${seed}-${players.indexOf(player)}`
}

/** Lets deliveries be made, and finds out whether one is missing. */
export async function dispatch(town: Town, work: () => Promise<number>): Promise<number> {
  const { database } = town.souk.context
  const place = async () =>
    (await sql<{ number: bigint }>`select number from webhook_cursor`.execute(database)).rows[0]?.number ?? 0n
  const before = await place()
  const seen = await work()
  const { rows } = await sql<{ event: string }>`
    select concat_ws(' ', e.id, e.kind) as event from events e
    join webhooks w on w.agent_id = e.agent_id and w.status = 'active'
    where e.number > ${before} and e.number <= ${await place()}
      and e.kind = any(coalesce(w.kinds, ${[...defaultWebhookKinds]}::text[]))
      and not exists (select from webhook_deliveries d where d.endpoint = e.agent_id and d.event_id = e.id)`.execute(
    database,
  )
  expect(
    rows.map(({ event }) => event),
    `events without a delivery\n${told(town)}`,
  ).toEqual([])
  return seen
}
