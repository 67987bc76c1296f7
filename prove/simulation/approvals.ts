/** Software that has to ask a person first, and what becomes of what it asked for. */
import { expect } from 'vitest'
import type { GateRules, Terms } from 'souk-contract'
import { fail, type Souk } from '../../server/test/fixtures/harness.ts'
import { hiring } from '../../server/test/tasks/task-model/random-openings.ts'
import { told } from '../../server/test/tasks/task-model/compare.ts'
import { agreed, count, enter, openTask, type Player } from '../../server/test/tasks/task-model/world.ts'
import { text, words } from '../../server/test/fixtures/task-messages.ts'
import { usd } from '../../server/test/fixtures/traders.ts'
import { payable, payingOut } from './wallet-actions.ts'
import type { Town } from './fixture.ts'

/** What was asked for, and what must come of it when a person approves. */
export interface Asked {
  readonly what: string
  readonly expiresAt: Date
  /** How it may be answered if it is run now. */
  foreseen(): readonly number[]
  /** What the model learns from it. */
  done(result: unknown): void
}

const rules: GateRules = {
  award: { effect: 'requireApproval', above: usd(500) },
  fund: { effect: 'requireApproval' },
  payout: { effect: 'requireApproval' },
}

export async function watchOver(souk: Souk, { agent, person }: Player): Promise<void> {
  const gate = { agentId: agent.id, version: 0, mode: 'enforce' as const, rules, approvalTtlHours: 72 }
  const { status } = await souk.call('updateApprovalGate', gate, { as: person.token })
  if (status !== 200) fail(`updateApprovalGate answered ${status}`)
}

export async function ask(town: Town): Promise<void> {
  await town.dice.pick([askToHire, askToHire, askToConvert, askToPayOut])(town)
}

async function askToHire(town: Town): Promise<void> {
  const { souk, dice, guarded } = town
  const client = first(town)
  const provider = dice.pick(town.players.filter((player) => player !== client))
  const terms: Partial<Terms> = { price: usd(501 + dice.roll(4000)) }
  const foreseen = () => [hiring(souk.clock.now(), { client, provider }, terms).status]
  const message = { parts: text('Please'), metadata: words({ terms }) }
  const input = { name: provider.name, message, configuration: { returnImmediately: true } }
  const answer = await souk.call('sendMessage', input, guarded)
  wait(town, answer, {
    what: `hire ${provider.name}`,
    foreseen,
    done: (result) => {
      const opening = { client, provider, id: taskIdIn(result), listing: undefined, terms: agreed(terms) }
      openTask(town, { ...opening, phase: 'requested', unseen: false })
    },
  })
}

async function askToConvert(town: Town): Promise<void> {
  const { souk, dice, guarded } = town
  const { books } = first(town)
  const amount = Math.max(100, dice.roll(books.earnings + 2))
  const foreseen = () => [books.restricted ? 403 : amount > books.earnings ? 402 : 200]
  const answer = await souk.call('fundBalance', { ...usd(amount), source: 'earnings' }, guarded)
  const done = () => enter(books, { earnings: -amount, available: amount })
  wait(town, answer, { what: `convert ${amount}`, foreseen, done })
}

async function askToPayOut(town: Town): Promise<void> {
  const { souk, guarded } = town
  const player = first(town)
  const amount = payable(town, player)
  const answer = await souk.call('requestPayout', usd(amount), guarded)
  const foreseen = () => payingOut(player, amount)
  // The model follows payouts in the ledger.
  wait(town, answer, { what: `pay out ${amount}`, foreseen, done: () => undefined })
}

/** Notes what waits for a person now; what is refused anyway does not wait. */
function wait(
  town: Town,
  { status, headers, body }: { status: number; headers: Record<string, unknown>; body: object },
  asked: Omit<Asked, 'expiresAt'>,
): void {
  const waits = headers['x-error-kind'] === 'approval-required'
  town.story.push(`the guarded software wants to ${asked.what}: ${waits ? 'it has to wait' : status}`)
  count(town, `asked ${waits ? 'and waits' : status}`)
  expect(waits ? [403] : [402, 403, 409], told(town)).toContain(status)
  if (!waits) return
  const { approvalId, expiresAt }: Readonly<Record<string, unknown>> = { ...body }
  town.asked.set(String(approvalId), { ...asked, expiresAt: new Date(String(expiresAt)) })
}

/** A person decides, perhaps too late. */
export async function decide(town: Town): Promise<void> {
  const { souk, dice, story } = town
  if (town.asked.size === 0) return ask(town)
  const [approvalId, asked] = dice.pick([...town.asked])
  town.asked.delete(approvalId)
  const decision = dice.chance(75) ? 'approve' : 'deny'
  const late = asked.expiresAt <= souk.clock.now()
  const foreseen = late ? [410] : decision === 'deny' ? [200] : asked.foreseen()
  story.push(`a person says ${decision} to: ${asked.what}, expecting ${foreseen.join(' or ')}`)
  const answer = await souk.call('decideApproval', { approvalId, decision }, { as: first(town).key.as })
  expect(foreseen, told(town)).toContain(answer.status)
  count(town, `${decision} ${answer.status}`)
  if (answer.status === 200 && decision === 'approve') asked.done(answer.data.result)
}

function first({ players }: Town): Player {
  return players[0] ?? fail('nobody lives here')
}

function taskIdIn(result: unknown): string {
  const { task }: { task?: { id?: unknown } } = { ...(typeof result === 'object' ? result : {}) }
  return typeof task?.id === 'string' ? task.id : fail('an approved request made no task')
}
