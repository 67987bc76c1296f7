/** Calls of the other party and of an operator that must still succeed. */
import type { EvidencePosition, Message, Task } from 'souk-contract'
import { asOperator } from '../../server/test/fixtures/operations.ts'
import { market, text, marketMetadata } from '../../server/test/fixtures/a2a/task-messages.ts'
import { usd } from '../../server/test/fixtures/people/test-agents.ts'
import { bindings, callsOver } from '../lib/calls-over.ts'
import { assertClaim } from '../suite.ts'
import { addressOf, sendMessage, requireServed, type Fixture } from './fixture.ts'

/** Reads the task through every operation, page by page. */
export async function readEverything(fixture: Fixture): Promise<void> {
  const { souk, trade, victim } = fixture
  const { key } = trade[victim]
  const address = addressOf(fixture)
  const messages = await readMessages(fixture)
  assertClaim(messages.length > 0, 'the list of messages is empty')
  for (const binding of bindings) {
    const call = callsOver(souk, binding)
    const input = { ...address, include: 'timeline' }
    const task = await requireServed(fixture, `getTask over ${binding}`, call('getTask', input, key))
    const list = { name: address.name, includeArtifacts: true, historyLength: 1000 }
    await requireServed(fixture, `listTasks over ${binding}`, call('listTasks', list, key))
    assertClaim(
      task.history?.at(-1)?.messageId === messages[0]?.messageId,
      `the task does not show its newest message over ${binding}`,
    )
  }
  await readArtifacts(fixture)
  fixture.tally.add('messages read', messages.length)
}

async function readMessages(fixture: Fixture): Promise<Message[]> {
  const { souk, trade, victim } = fixture
  const read: Message[] = []
  let pageToken = ''
  do {
    const input = { ...addressOf(fixture), pageSize: 100, pageToken }
    const page = await requireServed(
      fixture,
      'listTaskMessages',
      souk.call('listTaskMessages', input, trade[victim].key),
    )
    read.push(...page.messages)
    pageToken = page.nextPageToken
  } while (pageToken !== '')
  return read
}

async function readArtifacts(fixture: Fixture): Promise<void> {
  const { souk, trade, victim } = fixture
  let pageToken = ''
  do {
    const input = { ...addressOf(fixture), pageToken }
    const page = await requireServed(
      fixture,
      'listArtifacts',
      souk.call('listArtifacts', input, trade[victim].key),
    )
    pageToken = page.nextPageToken
  } while (pageToken !== '')
}

type Decide = (fixture: Fixture) => Promise<Task>

const artifacts = [{ name: 'work.txt', parts: text('Done') }]

/** Decisions of the victim, each with a message. */
const decisions = {
  dispute: (fixture) => act(fixture, 'dispute'),
  accept: (fixture) => act(fixture, 'accept'),
  cancel: (fixture) =>
    requireServed(
      fixture,
      'cancelTask',
      callsOver(fixture.souk, fixture.binding)(
        'cancelTask',
        addressOf(fixture),
        fixture.trade[fixture.victim].key,
      ),
    ),
  deliver: (fixture) => act(fixture, 'deliver', { artifacts }),
  answer: (fixture) => say(fixture, 'That is all.', {}),
  fail: (fixture) => say(fixture, 'I give up.', { state: 'failed' }),
  respond: respondInDispute,
} satisfies Record<string, Decide>

/** Uses every action of a dispute: response, evidence, an offer and a declined offer. */
async function respondInDispute(fixture: Fixture): Promise<Task> {
  const { souk, trade, victim, task } = fixture
  const { key } = trade[victim]
  const address = addressOf(fixture)
  const response = souk.call('respondToDispute', { ...address, statement: 'It is not so.' }, key)
  await requireServed(fixture, 'respondToDispute', response)
  await requireServed(fixture, 'addEvidence', souk.call('addEvidence', { ...address, text: 'See.' }, key))
  const offer = souk.call('offerSettlement', { ...address, toClient: usd(999) }, key)
  const { offers } = await requireServed(fixture, 'offerSettlement', offer)
  const theirs = offers.find(({ by, state }) => by !== victim && state === 'open')
  if (theirs !== undefined) {
    const decline = souk.call('declineSettlement', { ...address, offerId: theirs.offerId }, key)
    await requireServed(fixture, 'declineSettlement', decline)
  }
  await requireServed(fixture, 'getTaskDispute', souk.call('getTaskDispute', address, key))
  return trade.read(task)
}

/** The operation itself over HTTP+JSON; a message with the action over the other bindings, which have no such methods. */
function act(fixture: Fixture, action: 'dispute' | 'accept' | 'deliver', more: object = {}): Promise<Task> {
  const { souk, trade, victim, binding } = fixture
  if (binding !== 'HTTP+JSON') return say(fixture, 'I have decided.', { action, ...more })
  const input = { ...addressOf(fixture), message: { parts: text('I have decided.') }, ...more }
  return requireServed(fixture, action, souk.call(`${action}Task`, input, trade[victim].key))
}

async function say(fixture: Fixture, content: string, directives: object): Promise<Task> {
  const sent = sendMessage(fixture, fixture.victim, content, { metadata: marketMetadata(directives) })
  const { task } = await requireServed(fixture, 'sendMessage', sent)
  assertClaim(task !== undefined, 'sendMessage returned no task')
  return task
}

export type Decision = keyof typeof decisions

/** Makes the decision and checks the resulting phase. */
export async function decide(fixture: Fixture, decision: Decision, phase: string): Promise<void> {
  const task = await decisions[decision](fixture)
  assertClaim(market(task).phase === phase, `after ${decision} the task is ${market(task).phase}`)
  fixture.tally.add(`decisions: ${decision}`)
  fixture.tally.add(`decisions over ${fixture.binding}`)
}

/** An operator reads all evidence and rules a refund. */
export async function ruleRefund({ souk, task, tally }: Fixture): Promise<void> {
  const taskId = task.id
  for (let position: EvidencePosition | null = { after: 0, artifactsAfter: 0 }; position !== null;) {
    const input: EvidencePosition & { taskId: string } = { taskId, ...position }
    const page = await souk.call('getDispute', input, asOperator)
    const { status, bytes } = page
    assertClaim(status === 200, `reading the evidence returned ${status}`)
    assertClaim(bytes.length <= evidenceBytesMax, `a page of evidence has ${bytes.length} bytes`)
    tally.largest(bytes.length)
    position = page.data.next
  }
  const ruling = { taskId, ruling: 'refund', reasons: 'Nothing usable was delivered.' } as const
  const { status } = await souk.call('ruleDispute', ruling, asOperator)
  assertClaim(status === 200, `the ruling returned ${status}`)
  tally.add('rulings')
}

/** A page of events and one of artifacts. */
const evidenceBytesMax = 10 * 1024 * 1024
