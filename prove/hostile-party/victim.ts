/** What the other party and an operator must still be able to do. */
import type { Message, Task } from 'souk-contract'
import { market, text, words } from '../../server/test/fixtures/task-messages.ts'
import { assertClaim } from '../suite.ts'
import { addressOf, say, served, type Scene } from './fixture.ts'

/** Reads the task in every way there is, page by page where it is long. */
export async function readEverything(scene: Scene): Promise<void> {
  const { souk, trade, victim } = scene
  const { key } = trade[victim]
  const address = addressOf(scene)
  const task = await served(scene, 'getTask', souk.call('getTask', { ...address, include: 'timeline' }, key))
  const list = { name: address.name, includeArtifacts: true, historyLength: 1000 }
  await served(scene, 'listTasks', souk.call('listTasks', list, key))
  const messages = await readMessages(scene)
  assertClaim(messages.length > 0, 'the list of messages is empty')
  assertClaim(
    task.history?.at(-1)?.messageId === messages[0]?.messageId,
    'the task does not show its newest message',
  )
  await readArtifacts(scene)
  scene.tally.add('messages read', messages.length)
}

async function readMessages(scene: Scene): Promise<Message[]> {
  const { souk, trade, victim } = scene
  const read: Message[] = []
  let pageToken = ''
  do {
    const asked = { ...addressOf(scene), pageSize: 100, pageToken }
    const page = await served(
      scene,
      'listTaskMessages',
      souk.call('listTaskMessages', asked, trade[victim].key),
    )
    read.push(...page.messages)
    pageToken = page.nextPageToken
  } while (pageToken !== '')
  return read
}

async function readArtifacts(scene: Scene): Promise<void> {
  const { souk, trade, victim } = scene
  let pageToken = ''
  do {
    const asked = { ...addressOf(scene), pageToken }
    const page = await served(scene, 'listArtifacts', souk.call('listArtifacts', asked, trade[victim].key))
    pageToken = page.nextPageToken
  } while (pageToken !== '')
}

type Decide = (scene: Scene) => Promise<Task>

const note = { message: { parts: text('I have decided.') } }

/** Decisions of the victim, each with a note. */
export const decisions = {
  dispute: (scene) =>
    served(
      scene,
      'disputeTask',
      scene.souk.call('disputeTask', { ...addressOf(scene), ...note }, scene.trade[scene.victim].key),
    ),
  accept: (scene) =>
    served(
      scene,
      'acceptTask',
      scene.souk.call('acceptTask', { ...addressOf(scene), ...note }, scene.trade[scene.victim].key),
    ),
  cancel: (scene) =>
    served(
      scene,
      'cancelTask',
      scene.souk.call('cancelTask', addressOf(scene), scene.trade[scene.victim].key),
    ),
  deliver: (scene) => {
    const artifacts = [{ name: 'work.txt', parts: text('Done') }]
    return served(
      scene,
      'deliverTask',
      scene.souk.call(
        'deliverTask',
        { ...addressOf(scene), ...note, artifacts },
        scene.trade[scene.victim].key,
      ),
    )
  },
  fail: async (scene) => {
    const answer = say(scene, scene.victim, 'I give up.', { metadata: words({ state: 'failed' }) })
    const { task } = await served(scene, 'sendMessage', answer)
    assertClaim(task !== undefined, 'a task that has failed was not returned')
    return task
  },
} satisfies Record<string, Decide>

export type Decision = keyof typeof decisions

/** Makes the decision and expects the phase that it leads to. */
export async function decide(scene: Scene, decision: Decision, phase: string): Promise<void> {
  const task = await decisions[decision](scene)
  assertClaim(market(task).phase === phase, `after ${decision} the task is ${market(task).phase}`)
  scene.tally.add(`decisions: ${decision}`)
}

/** An operator reads all of the evidence and gives the client its money back. */
export async function ruleRefund({ souk, task, tally }: Scene, operatorToken: string): Promise<void> {
  const headers = { authorization: `Bearer ${operatorToken}` }
  const url = `/api/admin/disputes/${task.id}`
  for (let query = ''; ;) {
    const { statusCode, rawPayload, json } = await souk.app.inject({
      method: 'GET',
      url: url + query,
      headers,
    })
    assertClaim(statusCode === 200, `the evidence was refused with ${statusCode}`)
    assertClaim(rawPayload.length <= evidenceBytesMax, `the evidence has ${rawPayload.length} bytes`)
    tally.largest(rawPayload.length)
    const { next }: { next: { after: number; artifactsAfter: number } | null } = json().data
    if (next === null) break
    query = `?after=${next.after}&artifactsAfter=${next.artifactsAfter}`
  }
  const payload = { ruling: 'refund', note: 'Nothing usable was delivered.' }
  const { statusCode } = await souk.app.inject({ method: 'POST', url: `${url}/rule`, headers, payload })
  assertClaim(statusCode === 200, `the ruling was refused with ${statusCode}`)
  tally.add('rulings')
}

/** A page of events and one of artifacts. */
const evidenceBytesMax = 10 * 1024 * 1024
