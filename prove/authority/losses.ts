/** Causes each loss through the API. */
import { day } from '../../server/src/lib/clock.ts'
import { fail } from '../../server/test/fixtures/fail.ts'
import type { CallOptions } from '../../server/test/fixtures/operations.ts'
import type { LossName } from './expected.ts'
import type { Fixture } from './fixture.ts'
import { assertClaim } from '../suite.ts'

const ownerOf = ({ worker }: Fixture): CallOptions => ({ as: worker.person.token })

export const losses: Readonly<Record<LossName, (fixture: Fixture) => Promise<unknown>>> = {
  revoke: async (fixture) => {
    const kid = fixture.holder.kid ?? fail('not a key')
    return requireSuccess(
      fixture.souk.call('deactivateKey', { agentId: fixture.worker.agent.id, kid }, ownerOf(fixture)),
    )
  },
  expire: async ({ souk }) => souk.clock.advance(100 * day),
  remove: async (fixture) => {
    const { souk, source, organization, worker, holder } = fixture
    const userId = holder.person.user.id
    if (source !== 'link')
      return requireSuccess(souk.call('removeMember', { id: organization.id, userId }, ownerOf(fixture)))
    return requireSuccess(
      souk.call('removeAgentPerson', { agentId: worker.agent.id, userId }, ownerOf(fixture)),
    )
  },
  demote: async (fixture) => {
    const { organization, holder } = fixture
    const input = { id: organization.id, userId: holder.person.user.id, role: 'member' as const }
    return requireSuccess(fixture.souk.call('updateMember', input, ownerOf(fixture)))
  },
  unassign: async (fixture) => {
    const { organization, worker } = fixture
    return requireSuccess(
      fixture.souk.call('unassignAgent', { id: organization.id, agentId: worker.agent.id }, ownerOf(fixture)),
    )
  },
  disband: async (fixture) =>
    requireSuccess(
      fixture.souk.call('deleteOrganization', { id: fixture.organization.id }, ownerOf(fixture)),
    ),
  'sign out': async ({ souk, holder }) =>
    requireSuccess(souk.call('endCurrentSession', {}, { as: holder.asPerson.as })),
  reset: async ({ souk, holder }) => {
    const { email } = holder.person
    await requireSuccess(souk.call('resetPassword', { email }))
    const token = await souk.mailedToken(email, /password/i)
    return requireSuccess(souk.call('resetPassword', { token, password: 'another correct horse' }))
  },
  // Refused while tasks or listings are open.
  archive: async (fixture) => {
    const { souk, worker, client } = fixture
    for (const role of ['client', 'provider'] as const) await endTasks(fixture, role)
    const input = { name: worker.agent.name, taskId: fixture.task.id }
    await souk.call('cancelTask', input, client.key)
    return requireSuccess(souk.call('removeMyAgent', { agentId: worker.agent.id }, ownerOf(fixture)))
  },
  'kill switch': async (fixture) => {
    const { souk, worker } = fixture
    const agentId = worker.agent.id
    const { gate } = (await souk.call('getApprovalGate', { agentId }, ownerOf(fixture))).data
    return requireSuccess(
      souk.call('updateApprovalGate', { agentId, version: gate.version, killSwitch: true }, ownerOf(fixture)),
    )
  },
  block: async ({ souk, client, worker }) =>
    requireSuccess(souk.call('blockAgent', { name: worker.agent.name }, client.asPerson)),
}

/** Cancels the tasks that the holder's message streams have opened. */
async function endTasks({ souk, worker, client }: Fixture, role: 'client' | 'provider'): Promise<void> {
  const names = { client: client.agent.name, provider: worker.agent.name }
  const { tasks } = (await souk.call('listTasks', { name: names[role] }, worker.asPerson)).data
  for (const { id: taskId } of tasks) {
    await souk.call('cancelTask', { name: names[role], taskId }, worker.asPerson)
  }
}

/** A loss also fails where an earlier one had no effect. */
async function requireSuccess(response: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await response
  assertClaim(status === 200, `a loss failed: ${status} ${JSON.stringify(body)}`)
}
