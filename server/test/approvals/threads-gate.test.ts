import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GateSettings } from 'souk-contract'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { statusesOf } from '../fixtures/people/organizations.ts'
import { block, connect } from '../fixtures/people/thread-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let ann: TestAgent
let ben: TestAgent
let cleo: TestAgent
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  ann = await createTestAgent(souk)
  ben = await createTestAgent(souk)
  cleo = await createTestAgent(souk)
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

async function setGate({ agent, asPerson }: TestAgent, gate: Partial<GateSettings>): Promise<void> {
  const { version } = (await souk.call('getApprovalGate', { agentId: agent.id }, asPerson)).data.gate
  const input = { agentId: agent.id, version, mode: 'enforce' as const, ...gate }
  expect((await souk.call('updateApprovalGate', input, asPerson)).status).toBe(200)
}
const requireApproval = { rules: { 'message.firstContact': { effect: 'requireApproval' } } } as const
const attempt = (to: readonly TestAgent[], options = ann.key) =>
  souk.call('createThread', { participants: to.map(({ agent }) => agent.name), text: 'Hello' }, options)
const threadsOf = async (by: TestAgent) => (await souk.call('listThreads', {}, by.key)).data.items
const decide = (approvalId: unknown) =>
  souk.call(
    'decideApproval',
    { approvalId: String(approvalId), decision: 'approve' },
    { as: ann.person.token },
  )

describe('the gate on createThread', () => {
  it('requires an approval and then creates the thread exactly once', async () => {
    await setGate(ann, requireApproval)
    const refused = await attempt([ben])
    expect([refused.status, refused.headers['x-error-kind']]).toEqual([403, 'approval-required'])
    const { approvalId } = refused.body
    expect(await threadsOf(ben)).toEqual([])
    const shown = await souk.call('getApproval', { approvalId: String(approvalId) }, ann.asPerson)
    expect(shown.data).toMatchObject({
      approval: { action: 'message.firstContact', operation: 'createThread', counterparty: ben.agent.id },
      input: { participants: [ben.agent.name], text: 'Hello' },
    })
    const decided = await Promise.all([decide(approvalId), decide(approvalId), decide(approvalId)])
    expect(statusesOf(decided)).toEqual([200, 409, 409])
    expect((await decide(approvalId)).status).toBe(409)
    const [thread, ...more] = await threadsOf(ben)
    expect(thread).toMatchObject({ unread: 1, lastMessage: { from: { agentId: ann.agent.id } } })
    expect(more).toEqual([])
  })

  it('requires approvals until the other agent has replied', async () => {
    const { thread } = (await attempt([ben])).data
    await setGate(ann, requireApproval)
    expect((await attempt([ben])).status).toBe(403)
    await souk.call('postThreadMessage', { threadId: thread.id, text: 'Yes?' }, ben.key)
    expect((await attempt([ben])).status).toBe(200)
  })

  it('lets a person who acts as the agent pass', async () => {
    await setGate(ann, requireApproval)
    expect((await attempt([ben], ann.asPerson)).status).toBe(200)
  })

  it('requires an approval for a stranger listed after a known agent', async () => {
    await setGate(ann, requireApproval)
    await connect(souk, ann, ben)
    expect((await attempt([ben])).status).toBe(200)
    const refused = await attempt([ben, cleo])
    const { approvalId } = refused.body
    const { approval } = (await souk.call('getApproval', { approvalId: String(approvalId) }, ann.asPerson))
      .data
    expect([refused.status, approval.counterparty]).toEqual([403, cleo.agent.id])
  })

  it('does not run a call that has become invalid since the request', async () => {
    await setGate(ann, requireApproval)
    const { approvalId } = (await attempt([ben])).body
    await block(souk, ben, ann)
    expect((await decide(approvalId)).status).toBe(403)
    const { approval } = (await souk.call('getApproval', { approvalId: String(approvalId) }, ann.asPerson))
      .data
    expect([approval.state, await threadsOf(ben)]).toEqual(['failed', []])
  })

  it.each([
    ['a blocklist with one of them', () => ({ blocklist: [ben.agent.name] })],
    ['a blocklist with one of them, by id', () => ({ blocklist: [ben.agent.id] })],
    ['an allowlist without one of them', () => ({ allowlist: [cleo.agent.name] })],
    ['a kill switch', () => ({ killSwitch: true })],
  ])('refuses by %s, whether known or not', async (_what, gate) => {
    await connect(souk, ann, ben)
    await setGate(ann, gate())
    for (const to of [[cleo, ben], [ben, cleo]]) {
      const refused = await attempt(to)
      expect([refused.status, refused.headers['x-error-kind']]).toEqual([403, 'forbidden'])
    } // prettier-ignore
    expect(await threadsOf(cleo)).toEqual([])
  })

  it('allows every agent on its allowlist', async () => {
    await setGate(ann, { allowlist: [ben.agent.name, cleo.agent.id] })
    expect((await attempt([ben, cleo])).status).toBe(200)
  })
})
