/** How each loss comes about, through the routes that people use. */
import { day } from '../../server/src/lib/clock.ts'
import { fail, type CallOptions } from '../../server/test/fixtures/harness.ts'
import type { LossName } from './expected.ts'
import type { Scene } from './fixture.ts'

const ownerOf = ({ worker }: Scene): CallOptions => ({ as: worker.person.token })

export const losses: Readonly<Record<LossName, (scene: Scene) => Promise<unknown>>> = {
  revoke: async (scene) => {
    const kid = scene.holder.kid ?? fail('not a key')
    return ok(scene.souk.call('deactivateKey', { agentId: scene.worker.agent.id, kid }, ownerOf(scene)))
  },
  expire: async ({ souk }) => souk.clock.advance(100 * day),
  remove: async (scene) => {
    const { souk, source, house, worker, holder } = scene
    const userId = holder.person.user.id
    if (source !== 'link') return ok(souk.call('removeMember', { id: house.id, userId }, ownerOf(scene)))
    return ok(souk.call('removeAgentPerson', { agentId: worker.agent.id, userId }, ownerOf(scene)))
  },
  demote: async (scene) => {
    const { house, holder } = scene
    const input = { id: house.id, userId: holder.person.user.id, role: 'member' as const }
    return ok(scene.souk.call('updateMember', input, ownerOf(scene)))
  },
  unassign: async (scene) => {
    const { house, worker } = scene
    return ok(scene.souk.call('unassignAgent', { id: house.id, agentId: worker.agent.id }, ownerOf(scene)))
  },
  disband: async (scene) => ok(scene.souk.call('deleteOrganization', { id: scene.house.id }, ownerOf(scene))),
  'sign out': async ({ souk, holder }) => ok(souk.call('endCurrentSession', {}, { as: holder.hand.as })),
  reset: async ({ souk, holder }) => {
    const { email } = holder.person
    await ok(souk.call('resetPassword', { email }))
    const token = await souk.mailedToken(email, /password/i)
    return ok(souk.call('resetPassword', { token, password: 'another correct horse' }))
  },
  // Refused while tasks or listings are open.
  archive: async (scene) => {
    const { souk, worker, client } = scene
    for (const role of ['client', 'provider'] as const) await endTasks(scene, role)
    const input = { name: worker.agent.name, taskId: scene.task.id }
    await souk.call('cancelTask', input, client.key)
    return ok(souk.call('removeMyAgent', { agentId: worker.agent.id }, ownerOf(scene)))
  },
  'kill switch': async (scene) => {
    const { souk, worker } = scene
    const agentId = worker.agent.id
    const { gate } = (await souk.call('getApprovalGate', { agentId }, ownerOf(scene))).data
    return ok(
      souk.call('updateApprovalGate', { agentId, version: gate.version, killSwitch: true }, ownerOf(scene)),
    )
  },
  block: async ({ souk, client, worker }) =>
    ok(souk.call('blockAgent', { name: worker.agent.name }, client.hand)),
}

/** What the holder started itself, by streams that begin with a message. */
async function endTasks({ souk, worker, client }: Scene, role: 'client' | 'provider'): Promise<void> {
  const names = { client: client.agent.name, provider: worker.agent.name }
  const { tasks } = (await souk.call('listTasks', { name: names[role] }, worker.hand)).data
  for (const { id: taskId } of tasks) {
    await souk.call('cancelTask', { name: names[role], taskId }, worker.hand)
  }
}

async function ok(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer
  if (status !== 200) fail(`a loss did not come about: ${status} ${JSON.stringify(body)}`)
}
