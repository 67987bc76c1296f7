/** What else can be held with an authority, and how it shows that it no longer works. */
import { call, type Person, type Souk } from '../../server/test/fixtures/harness.ts'
import { text } from '../../server/test/fixtures/task-messages.ts'
import { deliverAll, type Receiver } from '../../server/test/fixtures/webhook-receiver.ts'
import { assertClaim } from '../suite.ts'
import type { LossName } from './expected.ts'
import { isKey, type Scene } from './fixture.ts'

export interface Taken {
  readonly what: string
  /** Whether it still works, asked after the loss. */
  readonly works: () => Promise<boolean>
}

interface Held {
  readonly what: string
  /** After which losses it must not work any more. */
  readonly endsWith: readonly LossName[]
  /** Undefined where this authority cannot hold it. */
  readonly take: (scene: Scene, means: Means) => Promise<Taken['works'] | undefined>
}

export interface Means {
  readonly receiver: Receiver
  /** Uses codes. */
  readonly finder: Person
}

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

const things: readonly Held[] = [
  {
    what: 'created key',
    endsWith: ['remove', 'unassign', 'disband', 'reset', 'archive'],
    take: async ({ souk, worker, holder, source }) => {
      const input = { agentId: worker.agent.id, label: 'made', scopes: ['read' as const] }
      const made = await souk.call('createKey', input, holder.hand)
      if (made.status !== 200 || source === 'owner') return undefined
      const as = made.data.secret
      return async () => (await souk.call('getMyAgent', {}, { as })).status === 200
    },
  },
  {
    what: 'link code',
    endsWith: ['remove', 'unassign', 'disband', 'reset', 'archive', 'demote', 'kill switch'],
    take: async ({ souk, holder, loss, source }, { finder }) => {
      const made = await souk.call('createLinkCode', {}, holder.hand)
      if (made.status !== 200) return undefined
      // People who may lift the kill switch are not bound by it, and finance never made codes.
      if (loss === 'kill switch' || (loss === 'demote' && source === 'organization-finance')) return undefined
      const { code } = made.data
      return async () => (await souk.call('linkAgent', { code }, { as: finder.token })).status === 200
    },
  },
  {
    what: 'sent invitation',
    endsWith: ['remove', 'disband'],
    take: async ({ souk, house, holder, source }) => {
      if (source === 'owner' || isKey(source)) return undefined
      const guest = await souk.person()
      const input = { id: house.id, userId: guest.user.id, role: 'member' as const }
      const sent = await souk.call('inviteMember', input, holder.hand)
      if (sent.status !== 200) return undefined
      const answer = { invitationId: sent.data.invitation.id, accept: true }
      return async () => (await souk.call('respondToInvitation', answer, { as: guest.token })).status === 200
    },
  },
  {
    what: 'webhook',
    endsWith: ['revoke', 'expire', 'remove', 'unassign', 'disband', 'reset', 'archive', 'demote'],
    take: async (scene, { receiver }) => {
      const { souk, holder } = scene
      if (scene.loss === 'expire' && !isKey(scene.source)) return undefined
      const url = receiver.url('webhook')
      const set = await souk.call('setWebhook', { url, secret }, holder.hand)
      return set.status === 200 ? () => arrives(scene, receiver, 'webhook') : undefined
    },
  },
  {
    what: 'push config',
    endsWith: ['revoke', 'expire', 'remove', 'unassign', 'disband', 'reset'],
    take: async (scene, { receiver }) => {
      const { souk, worker, task, holder } = scene
      if (scene.loss === 'expire' && !isKey(scene.source)) return undefined
      const input = { name: worker.agent.name, taskId: task.id, url: receiver.url('push') }
      const made = await souk.call('createPushConfig', input, holder.hand)
      return made.status === 200 ? () => arrives(scene, receiver, 'push') : undefined
    },
  },
]

/** Whether a message of the other party reaches the address. */
async function arrives({ souk, worker, client, task }: Scene, receiver: Receiver, name: string) {
  await deliverAll(souk)
  receiver.arrived.length = 0
  const message = { taskId: task.id, parts: text('Something new.') }
  const configuration = { returnImmediately: true }
  await souk.call('sendMessage', { name: worker.agent.name, message, configuration }, client.key)
  await deliverAll(souk)
  return receiver.arrived.some((arrived) => arrived.name === name)
}

export async function takeThings(scene: Scene, means: Means): Promise<Taken[]> {
  const taken: Taken[] = []
  for (const { what, endsWith, take } of things) {
    if (!endsWith.includes(scene.loss)) continue
    const works = await take(scene, means)
    if (works !== undefined) taken.push({ what, works })
  }
  return taken
}

export async function checkThings({ loss, source }: Scene, taken: readonly Taken[]): Promise<number> {
  for (const { what, works } of taken) {
    assertClaim(!(await works()), `${loss} of ${source}: the ${what} still works`)
  }
  return taken.length
}

/** New contact after a block, and decisions on the running task by both sides. */
export async function checkBlock(scene: Scene, app: Souk['app']): Promise<void> {
  const { effect, holder, client, worker, task, source } = scene
  if (effect !== 'contact ends') return
  const message = { parts: text('Hello again.') }
  const contact = await call(app, 'sendMessage', { name: client.agent.name, message }, holder.hand)
  assertClaim(
    [403, 404].includes(contact.status),
    `block of ${source}: new contact answered ${contact.status}`,
  )
  const decided = await call(app, 'cancelTask', { name: worker.agent.name, taskId: task.id }, client.key)
  assertClaim(decided.status === 200, `block: the client's cancel answered ${decided.status}`)
}
