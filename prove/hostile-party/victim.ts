/** Calls of the other party and of an operator that must still succeed. */
import type { EvidencePosition, Message, Task } from 'souk-contract'
import { asOperator } from '../../server/test/fixtures/harness.ts'
import { market, text, marketMetadata } from '../../server/test/fixtures/task-messages.ts'
import { assertClaim } from '../suite.ts'
import { addressOf, sendMessage, requireServed, type Fixture } from './fixture.ts'

/** Reads the task through every operation, page by page. */
export async function readEverything(fixture: Fixture): Promise<void> {
  const { souk, trade, victim } = fixture
  const { key } = trade[victim]
  const address = addressOf(fixture)
  const task = await requireServed(
    fixture,
    'getTask',
    souk.call('getTask', { ...address, include: 'timeline' }, key),
  )
  const list = { name: address.name, includeArtifacts: true, historyLength: 1000 }
  await requireServed(fixture, 'listTasks', souk.call('listTasks', list, key))
  const messages = await readMessages(fixture)
  assertClaim(messages.length > 0, 'the list of messages is empty')
  assertClaim(
    task.history?.at(-1)?.messageId === messages[0]?.messageId,
    'the task does not show its newest message',
  )
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

const note = { message: { parts: text('I have decided.') } }

/** Decisions of the victim, each with a message. */
const decisions = {
  dispute: (fixture) =>
    requireServed(
      fixture,
      'disputeTask',
      fixture.souk.call('disputeTask', { ...addressOf(fixture), ...note }, fixture.trade[fixture.victim].key),
    ),
  accept: (fixture) =>
    requireServed(
      fixture,
      'acceptTask',
      fixture.souk.call('acceptTask', { ...addressOf(fixture), ...note }, fixture.trade[fixture.victim].key),
    ),
  cancel: (fixture) =>
    requireServed(
      fixture,
      'cancelTask',
      fixture.souk.call('cancelTask', addressOf(fixture), fixture.trade[fixture.victim].key),
    ),
  deliver: (fixture) => {
    const artifacts = [{ name: 'work.txt', parts: text('Done') }]
    return requireServed(
      fixture,
      'deliverTask',
      fixture.souk.call(
        'deliverTask',
        { ...addressOf(fixture), ...note, artifacts },
        fixture.trade[fixture.victim].key,
      ),
    )
  },
  fail: async (fixture) => {
    const answer = sendMessage(fixture, fixture.victim, 'I give up.', {
      metadata: marketMetadata({ state: 'failed' }),
    })
    const { task } = await requireServed(fixture, 'sendMessage', answer)
    assertClaim(task !== undefined, 'sendMessage returned no task')
    return task
  },
} satisfies Record<string, Decide>

export type Decision = keyof typeof decisions

/** Makes the decision and checks the resulting phase. */
export async function decide(fixture: Fixture, decision: Decision, phase: string): Promise<void> {
  const task = await decisions[decision](fixture)
  assertClaim(market(task).phase === phase, `after ${decision} the task is ${market(task).phase}`)
  fixture.tally.add(`decisions: ${decision}`)
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
  const ruling = { taskId, ruling: 'refund', note: 'Nothing usable was delivered.' } as const
  const { status } = await souk.call('ruleDispute', ruling, asOperator)
  assertClaim(status === 200, `the ruling returned ${status}`)
  tally.add('rulings')
}

/** A page of events and one of artifacts. */
const evidenceBytesMax = 10 * 1024 * 1024
