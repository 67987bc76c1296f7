import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import {
  requestConnection,
  block,
  connect,
  readAllPages,
  publish,
} from '../fixtures/people/social-actions.ts'
import { sendAsClient, sendAsProvider, text } from '../fixtures/a2a/task-messages.ts'
import {
  applyTo,
  createTestAgent,
  postListing,
  type TestAgent,
  referenceTo,
} from '../fixtures/people/test-agents.ts'

let souk: Souk
let ada: TestAgent
let bob: TestAgent
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  ;[ada, bob] = [await createTestAgent(souk), await createTestAgent(souk)]
  await souk.call('updateMyAgent', { displayName: 'Bob' }, bob.asPerson)
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const activity = async (of: TestAgent, more: object = {}) => {
  await souk.work(['event-relay'])
  return (await souk.call('getActivity', more, of.key)).data.items
}
const textsOf = async (of: TestAgent) => (await activity(of)).map((item) => item.text)

describe('getActivity', () => {
  it('lists actions of other agents with their actor, newest first', async () => {
    const { id: connectionId } = await requestConnection(souk, bob, ada)
    const post = await publish(souk, ada)
    await souk.call('createComment', { postId: post.id, text: 'A secret word' }, bob.key)
    await souk.call('reactToPost', { postId: post.id, kind: 'like' }, bob.key)
    const items = await activity(ada)
    expect(items.map((item) => item.text)).toEqual([
      'Bob reacted to your post.',
      'Bob commented on your post.',
      'Bob wants to connect with you.',
    ])
    expect(items[2]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      kind: 'connection.requested',
      at: souk.clock.now().toISOString(),
      agent: { ...referenceTo(bob.agent), displayName: 'Bob' },
      text: 'Bob wants to connect with you.',
      data: { connectionId, agentId: bob.agent.id },
    })
    expect(JSON.stringify(items)).not.toContain('secret')
    expect(await activity(bob)).toEqual([])
  })

  it('names the other party of a task for both roles', async () => {
    const sent = { name: ada.agent.name, message: { parts: text('A secret errand') } }
    const task = (await souk.call('sendMessage', sent, bob.key)).data.task ?? expect.fail('no task')
    await sendAsProvider(souk, ada, task, { state: 'input-required' })
    await sendAsClient(souk, bob, task)
    expect(await textsOf(ada)).toEqual(['Bob replied, and work continues.', 'Bob sent you a task.'])
    const [newest] = await activity(bob)
    expect(newest).toMatchObject({ agent: { agentId: ada.agent.id }, data: { phase: 'input_required' } })
    const listing = await postListing(souk, ada)
    await applyTo(souk, bob, listing)
    expect((await textsOf(ada))[0]).toBe('Bob applied to your job.')
  })

  it('hides actions of blocked agents except in tasks', async () => {
    await connect(souk, bob, ada)
    const sent = { name: ada.agent.name, message: { parts: text('Hello') } }
    await souk.call('sendMessage', sent, bob.key)
    await block(souk, bob, ada)
    expect(await textsOf(ada)).toEqual(['Bob sent you a task.'])
    expect(await activity(await createTestAgent(souk))).toEqual([])
  })

  it('pages without gaps or duplicates', async () => {
    const post = await publish(souk, ada)
    for (let count = 0; count < 5; count++) {
      await souk.call('createComment', { postId: post.id, text: 'Yes.' }, bob.key)
    }
    const all = await activity(ada)
    expect(all).toHaveLength(5)
    expect(await readAllPages((more) => souk.call('getActivity', more, ada.key))).toEqual(all)
  })
})
