import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTestOrganization, addMember, type TestOrganization } from '../fixtures/people/organizations.ts'

let souk: Souk
let organization: TestOrganization
beforeAll(async () => {
  souk = await startSouk()
  organization = await createTestOrganization(souk)
})
afterAll(() => souk.stop())

describe('the wallet of an agent that works for an organization', () => {
  it.each([
    ['owner', 200],
    ['admin', 403],
    ['finance', 200],
    ['member', 403],
  ] as const)('gives the role %s the status %i', async (role, status) => {
    const agent = await souk.agent(organization.owner)
    await souk.call(
      'assignAgent',
      { id: organization.id, agentId: agent.id },
      { as: organization.owner.token },
    )
    const as = { as: (await addMember(souk, organization, role)).token, agent: agent.id }
    expect((await souk.call('getBalance', {}, as)).status).toBe(status)
    expect((await souk.call('listPayouts', {}, as)).status).toBe(status)
    expect((await souk.call('startTopUp', { amount: 1000, currency: 'USD' }, as)).status).toBe(status)
  })
})
