import { readConfig } from '../../server/src/config.ts'
import { hour } from '../../server/src/lib/clock.ts'
import { startSouk, type Souk } from '../../server/test/fixtures/harness.ts'
import { diceOf } from '../../server/test/tasks/task-model/dice.ts'
import { text } from '../../server/test/fixtures/task-messages.ts'
import { openTrade, type Trade } from '../../server/test/fixtures/trade.ts'
import { plantScript } from '../lib/plant-script.ts'
import { assertClaim, type Counts, type RunOptions, type Suite } from '../suite.ts'
import { attacks } from './attacks.ts'
import { faults } from './faults.ts'
import { openTally, type Scene, type Side, type Tally } from './fixture.ts'
import { decide, readEverything, ruleRefund, type Decision } from './victim.ts'

type AttackName = keyof typeof attacks

/** One round: where the task stands, who attacks and how, what the other decides, and where the money is in the end. */
interface Play {
  readonly begins: 'requested' | 'delivered'
  readonly attacker: Side
  readonly attacks: readonly [AttackName, ...AttackName[]]
  readonly decision: Decision
  readonly leadsTo: string
  /** Where the task stands when the review window has passed. */
  readonly later: string
  readonly paid: Side
}

export const hostileParty: Suite = {
  name: 'hostile-party',
  claim:
    'Whatever one party of a task does within its rights, the other can read, deliver, accept, dispute and cancel, an operator ' +
    'can rule, every response stays below 8 MiB, and no deadline pays the party that flooded the task.',
  unit: 'rounds',
  sizes: { quick: 1, release: 16 },
  faults: Object.fromEntries(Object.entries(faults).map(([name, { breaks }]) => [name, breaks])),
  run,
}

const operatorToken = 'the token of an operator who rules disputes'
const openTasksMax = 20

async function run({ size, seed, fault, progress }: RunOptions): Promise<Counts> {
  const { settings } = readConfig({ OPEN_TASKS_MAX: String(openTasksMax) })
  const souk = await startSouk({ operatorToken, rateLimitScale: 1_000_000, settings })
  const tally = openTally()
  const dice = diceOf(seed)
  try {
    await souk.app.listen({ host: '127.0.0.1', port: 0 })
    const { statement } = faults[fault ?? ''] ?? {}
    if (statement !== undefined) await plantScript(souk, statement)
    for (let round = 0; round < size; round++) {
      const play = plays[round % plays.length] ?? plays[0]
      const attack = round < plays.length ? play.attacks[0] : dice.pick(play.attacks)
      await playRound({ souk, tally, spentBytes: size === 1 ? quickSpentBytes : 0 }, play, attack)
      progress(round + 1)
    }
    assertClaim(souk.mistakes.length === 0, `the server has logged ${souk.mistakes[0]?.slice(0, 300)}`)
    return { rounds: size, ...tally.counts() }
  } finally {
    await souk.stop()
  }
}

const plays: readonly [Play, ...Play[]] = [
  { begins: 'delivered', attacker: 'provider', attacks: ['large messages', 'unread streams', 'push configs', 'many messages'], decision: 'dispute', leadsTo: 'disputed', later: 'disputed', paid: 'client' },
  { begins: 'requested', attacker: 'client', attacks: ['many messages', 'large messages', 'long numbers'], decision: 'deliver', leadsTo: 'delivered', later: 'completed', paid: 'provider' },
  { begins: 'requested', attacker: 'provider', attacks: ['artifacts', 'long numbers'], decision: 'dispute', leadsTo: 'disputed', later: 'disputed', paid: 'client' },
  { begins: 'delivered', attacker: 'provider', attacks: ['push configs', 'large messages'], decision: 'accept', leadsTo: 'completed', later: 'completed', paid: 'provider' },
  { begins: 'requested', attacker: 'provider', attacks: ['large messages', 'many messages'], decision: 'cancel', leadsTo: 'canceled', later: 'canceled', paid: 'client' },
  { begins: 'requested', attacker: 'client', attacks: ['long numbers', 'unread streams'], decision: 'fail', leadsTo: 'failed', later: 'failed', paid: 'client' },
  { begins: 'delivered', attacker: 'provider', attacks: ['unread streams', 'many messages'], decision: 'dispute', leadsTo: 'disputed', later: 'disputed', paid: 'client' },
] // prettier-ignore

const price = 1000
/** Leaves room for more than one response carries. */
const quickSpentBytes = 22 * 1024 * 1024

async function playRound(
  stage: { readonly souk: Souk; readonly tally: Tally; readonly spentBytes: number },
  play: Play,
  attack: AttackName,
): Promise<void> {
  const { souk } = stage
  const trade = await openTrade(souk)
  const { available: before } = await trade.purses()
  const hired = await trade.hire(price)
  const task = play.begins === 'delivered' ? await trade.deliver(hired) : hired
  const victim = play.attacker === 'client' ? 'provider' : 'client'
  const scene: Scene = { ...stage, trade, task, attacker: play.attacker, victim, afterwards: [] }
  try {
    await openTooMany(scene)
    await attacks[attack](scene)
    await readEverything(scene)
    await decide(scene, play.decision, play.leadsTo)
    await passDeadline(scene, play)
    if (play.later === 'disputed') await ruleRefund(scene, operatorToken)
    await requirePaid(trade, play, before)
  } finally {
    for (const end of scene.afterwards) end()
  }
}

/** The client opens more tasks in parallel than two agents may have open. */
async function openTooMany({ souk, trade, tally }: Scene): Promise<void> {
  const message = { parts: text('One more') }
  const input = { name: trade.provider.agent.name, message, configuration: { returnImmediately: true } }
  const answers = await Promise.all(
    Array.from({ length: openTasksMax + 10 }, () => souk.call('sendMessage', input, trade.client.key)),
  )
  const opened = answers.filter(({ status }) => status === 200).length
  // One is open already.
  assertClaim(opened === openTasksMax - 1, `${opened + 1} tasks of one client are open with one provider`)
  tally.add('tasks opened', opened)
}

async function passDeadline({ souk, trade, task }: Scene, { later }: Play): Promise<void> {
  souk.clock.advance(73 * hour)
  await souk.work(['task-timeouts'])
  const { phase } = await trade.market(task)
  assertClaim(phase === later, `when the review window has passed, the task is ${phase}`)
}

async function requirePaid(trade: Trade, { paid }: Play, before: number): Promise<void> {
  const { available, held, earned } = await trade.purses()
  assertClaim(held === 0, `${held} is still held`)
  assertClaim(earned > 0 === (paid === 'provider'), `the provider has earned ${earned}`)
  assertClaim(available === (paid === 'client' ? before : before - price), `the client has ${available} left`)
  const broken = await trade.bank.faults()
  assertClaim(broken.length === 0, `the ledger contradicts itself: ${broken.join(', ')}`)
}
