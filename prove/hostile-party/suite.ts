import type { Task } from 'souk-contract'
import { readConfig } from '../../server/src/config/config.ts'
import { hour } from '../../server/src/lib/clock.ts'
import { startSouk } from '../../server/test/fixtures/harness.ts'
import { seededRandom } from '../../server/test/fixtures/seeded-random.ts'
import { text } from '../../server/test/fixtures/a2a/task-messages.ts'
import { createTaskFixture, type TaskFixture } from '../../server/test/fixtures/a2a/task-fixture.ts'
import { bindings } from '../lib/calls-over.ts'
import { plantScript } from '../lib/plant-script.ts'
import { assertClaim, type Counts, type RunOptions, type Suite } from '../suite.ts'
import { attacks } from './attacks.ts'
import { faults } from './faults.ts'
import { openTally, type Fixture, type Side } from './fixture.ts'
import { decide, readEverything, ruleRefund, type Decision } from './victim.ts'

type AttackName = keyof typeof attacks

interface RoundPlan {
  /** Phase of the task when the attack starts. */
  readonly initialPhase: 'requested' | 'delivered' | 'disputed'
  readonly attacker: Side
  readonly attacks: readonly [AttackName, ...AttackName[]]
  readonly decision: Decision
  readonly phaseAfterDecision: string
  /** Phase after the review window has passed. */
  readonly finalPhase: string
  /** The side that gets the held funds. */
  readonly paid: Side
}

export const hostileParty: Suite = {
  name: 'hostile-party',
  claim:
    'While one party attacks a task with its ordinary permissions, the other can read, upload, deliver, accept, dispute and cancel, an ' +
    'operator can rule, every response stays below 8 MiB, and no deadline pays the attacker.',
  unit: 'rounds',
  sizes: { quick: 3, release: 16 },
  faults: Object.fromEntries(Object.entries(faults).map(([name, { breaks }]) => [name, breaks])),
  run,
}

const openTasksMax = 20

async function run({ size, seed, fault, progress }: RunOptions): Promise<Counts> {
  const { settings } = readConfig({ OPEN_TASKS_MAX: String(openTasksMax) })
  const souk = await startSouk({ rateLimitScale: 1_000_000, settings })
  const tally = openTally()
  const random = seededRandom(seed)
  try {
    await souk.app.listen({ host: '127.0.0.1', port: 0 })
    const { statement } = faults[fault ?? ''] ?? {}
    if (statement !== undefined) await plantScript(souk, statement)
    for (let round = 0; round < size; round++) {
      const plan = rounds[round % rounds.length] ?? rounds[0]
      const attack = round < rounds.length ? plan.attacks[0] : random.pick(plan.attacks)
      const binding = random.pick(bindings)
      await runRound(
        { souk, tally, binding, spentBytes: size === hostileParty.sizes.quick ? quickSpentBytes : 0 },
        plan,
        attack,
      )
      progress(round + 1)
    }
    assertClaim(souk.loggedErrors.length === 0, `the server logged ${souk.loggedErrors[0]?.slice(0, 300)}`)
    return { rounds: size, ...tally.counts() }
  } finally {
    await souk.stop()
  }
}

const rounds: readonly [RoundPlan, ...RoundPlan[]] = [
  { initialPhase: 'delivered', attacker: 'provider', attacks: ['large messages', 'unread streams', 'push configs', 'many messages'], decision: 'dispute', phaseAfterDecision: 'disputed', finalPhase: 'disputed', paid: 'client' },
  { initialPhase: 'delivered', attacker: 'client', attacks: ['questions'], decision: 'answer', phaseAfterDecision: 'delivered', finalPhase: 'completed', paid: 'provider' },
  { initialPhase: 'disputed', attacker: 'provider', attacks: ['files', 'dispute actions'], decision: 'respond', phaseAfterDecision: 'disputed', finalPhase: 'disputed', paid: 'client' },
  { initialPhase: 'requested', attacker: 'client', attacks: ['many messages', 'large messages', 'long numbers'], decision: 'deliver', phaseAfterDecision: 'delivered', finalPhase: 'completed', paid: 'provider' },
  { initialPhase: 'requested', attacker: 'provider', attacks: ['artifacts', 'long numbers'], decision: 'dispute', phaseAfterDecision: 'disputed', finalPhase: 'disputed', paid: 'client' },
  { initialPhase: 'delivered', attacker: 'provider', attacks: ['push configs', 'large messages'], decision: 'accept', phaseAfterDecision: 'completed', finalPhase: 'completed', paid: 'provider' },
  { initialPhase: 'requested', attacker: 'provider', attacks: ['large messages', 'many messages'], decision: 'cancel', phaseAfterDecision: 'canceled', finalPhase: 'canceled', paid: 'client' },
  { initialPhase: 'requested', attacker: 'client', attacks: ['long numbers', 'unread streams'], decision: 'fail', phaseAfterDecision: 'failed', finalPhase: 'failed', paid: 'client' },
  { initialPhase: 'delivered', attacker: 'provider', attacks: ['unread streams', 'many messages'], decision: 'dispute', phaseAfterDecision: 'disputed', finalPhase: 'disputed', paid: 'client' },
  { initialPhase: 'disputed', attacker: 'provider', attacks: ['dispute actions', 'large messages'], decision: 'respond', phaseAfterDecision: 'disputed', finalPhase: 'disputed', paid: 'client' },
] // prettier-ignore

const price = 1000
/** Leaves a budget larger than one response. */
const quickSpentBytes = 22 * 1024 * 1024

async function runRound(
  base: Pick<Fixture, 'souk' | 'tally' | 'binding' | 'spentBytes'>,
  plan: RoundPlan,
  attack: AttackName,
): Promise<void> {
  const { souk } = base
  const trade = await createTaskFixture(souk)
  const { available: before } = await trade.balances()
  const hired = await trade.hire(price)
  const task = await openTask(trade, hired, plan)
  const victim = plan.attacker === 'client' ? 'provider' : 'client'
  const fixture: Fixture = { ...base, trade, task, attacker: plan.attacker, victim, cleanups: [] }
  try {
    await openTooMany(fixture)
    await attacks[attack](fixture)
    await readEverything(fixture)
    await decide(fixture, plan.decision, plan.phaseAfterDecision)
    await passDeadline(fixture, plan)
    if (plan.finalPhase === 'disputed') await ruleRefund(fixture)
    await requirePaid(trade, plan, before)
  } finally {
    for (const end of fixture.cleanups) end()
  }
}

/** Brings the task into its initial phase. The attacker opens the dispute. */
async function openTask(
  trade: TaskFixture,
  hired: Task,
  { initialPhase, attacker }: RoundPlan,
): Promise<Task> {
  if (initialPhase === 'requested') return hired
  const delivered = await trade.deliver(hired)
  return initialPhase === 'delivered' ? delivered : trade.dispute(delivered, trade[attacker])
}

/** The client concurrently opens more tasks than two agents may have open. */
async function openTooMany({ souk, trade, tally }: Fixture): Promise<void> {
  const message = { parts: text('One more') }
  const input = { name: trade.provider.agent.name, message, configuration: { returnImmediately: true } }
  const responses = await Promise.all(
    Array.from({ length: openTasksMax + 10 }, () => souk.call('sendMessage', input, trade.client.key)),
  )
  const opened = responses.filter(({ status }) => status === 200).length
  // One task is open already.
  assertClaim(opened === openTasksMax - 1, `${opened + 1} tasks are open between one client and one provider`)
  tally.add('tasks opened', opened)
}

async function passDeadline({ souk, trade, task }: Fixture, { finalPhase }: RoundPlan): Promise<void> {
  souk.clock.advance(73 * hour)
  await souk.work(['task-timeouts'])
  const { phase } = await trade.market(task)
  assertClaim(phase === finalPhase, `after the review window the task is ${phase}`)
}

async function requirePaid(trade: TaskFixture, { paid }: RoundPlan, before: number): Promise<void> {
  const { available, held, earned } = await trade.balances()
  assertClaim(held === 0, `${held} is still held`)
  assertClaim(earned > 0 === (paid === 'provider'), `the provider has earned ${earned}`)
  assertClaim(available === (paid === 'client' ? before : before - price), `the client has ${available} left`)
  const violations = await trade.payments.failedChecks()
  assertClaim(violations.length === 0, `ledger invariants are violated: ${violations.join(', ')}`)
}
