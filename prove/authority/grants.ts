/** Grants: credentials and endpoints created with an authority, which must end with it. */
import { call, type Person, type Souk } from '../../server/test/fixtures/harness.ts'
import { text } from '../../server/test/fixtures/a2a/task-messages.ts'
import { deliverAll, type Receiver } from '../../server/test/fixtures/receivers/webhook-receiver.ts'
import { assertClaim } from '../suite.ts'
import type { LossName } from './expected.ts'
import { isKey, type Fixture } from './fixture.ts'

export interface ActiveGrant {
  readonly name: string
  /** Whether the grant still works; called after the loss. */
  readonly works: () => Promise<boolean>
}

interface Grant {
  readonly name: string
  /** Losses after which the grant must not work. */
  readonly endsWith: readonly LossName[]
  /** Undefined where the authority does not allow this grant. */
  readonly create: (fixture: Fixture, tools: GrantTools) => Promise<ActiveGrant['works'] | undefined>
}

export interface GrantTools {
  readonly receiver: Receiver
  /** A person who redeems link codes. */
  readonly redeemer: Person
}

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

const grants: readonly Grant[] = [
  {
    name: 'created key',
    endsWith: ['remove', 'unassign', 'disband', 'reset', 'archive'],
    create: async ({ souk, worker, holder, source }) => {
      const input = { agentId: worker.agent.id, label: 'grant', scopes: ['read' as const] }
      const created = await souk.call('createKey', input, holder.asPerson)
      if (created.status !== 200 || source === 'owner') return undefined
      const as = created.data.secret
      return async () => (await souk.call('getMyAgent', {}, { as })).status === 200
    },
  },
  {
    name: 'link code',
    endsWith: ['remove', 'unassign', 'disband', 'reset', 'archive', 'demote', 'kill switch'],
    create: async ({ souk, holder, loss, source }, { redeemer }) => {
      const created = await souk.call('createLinkCode', {}, holder.asPerson)
      if (created.status !== 200) return undefined
      // The kill switch does not bind people who can lift it, and finance cannot create codes.
      if (loss === 'kill switch' || (loss === 'demote' && source === 'organization-finance')) return undefined
      const { code } = created.data
      return async () => (await souk.call('linkAgent', { code }, { as: redeemer.token })).status === 200
    },
  },
  {
    name: 'sent invitation',
    endsWith: ['remove', 'disband'],
    create: async ({ souk, organization, holder, source }) => {
      if (source === 'owner' || isKey(source)) return undefined
      const guest = await souk.person()
      const input = { id: organization.id, userId: guest.user.id, role: 'member' as const }
      const sent = await souk.call('inviteMember', input, holder.asPerson)
      if (sent.status !== 200) return undefined
      const answer = { invitationId: sent.data.invitation.id, accept: true }
      return async () => (await souk.call('respondToInvitation', answer, { as: guest.token })).status === 200
    },
  },
  {
    name: 'webhook',
    endsWith: ['revoke', 'expire', 'remove', 'unassign', 'disband', 'reset', 'archive', 'demote'],
    create: async (fixture, { receiver }) => {
      const { souk, holder } = fixture
      if (fixture.loss === 'expire' && !isKey(fixture.source)) return undefined
      const url = receiver.url('webhook')
      const set = await souk.call('setWebhook', { url, secret }, holder.asPerson)
      return set.status === 200 ? () => arrives(fixture, receiver, 'webhook') : undefined
    },
  },
  {
    name: 'push config',
    endsWith: ['revoke', 'expire', 'remove', 'unassign', 'disband', 'reset'],
    create: async (fixture, { receiver }) => {
      const { souk, worker, task, holder } = fixture
      if (fixture.loss === 'expire' && !isKey(fixture.source)) return undefined
      const input = { name: worker.agent.name, taskId: task.id, url: receiver.url('push') }
      const created = await souk.call('createPushConfig', input, holder.asPerson)
      return created.status === 200 ? () => arrives(fixture, receiver, 'push') : undefined
    },
  },
]

/** Whether a message of the other party reaches the endpoint. */
async function arrives({ souk, worker, client, task }: Fixture, receiver: Receiver, name: string) {
  await deliverAll(souk)
  receiver.arrived.length = 0
  const message = { taskId: task.id, parts: text('Something new.') }
  const configuration = { returnImmediately: true }
  await souk.call('sendMessage', { name: worker.agent.name, message, configuration }, client.key)
  await deliverAll(souk)
  return receiver.arrived.some((arrived) => arrived.name === name)
}

export async function createGrants(fixture: Fixture, tools: GrantTools): Promise<ActiveGrant[]> {
  const active: ActiveGrant[] = []
  for (const { name, endsWith, create } of grants) {
    if (!endsWith.includes(fixture.loss)) continue
    const works = await create(fixture, tools)
    if (works !== undefined) active.push({ name, works })
  }
  return active
}

export async function checkGrants(
  { loss, source }: Fixture,
  active: readonly ActiveGrant[],
): Promise<number> {
  for (const { name, works } of active) {
    assertClaim(!(await works()), `${loss} of ${source}: the ${name} still works`)
  }
  return active.length
}

/** After a block, new contact is refused, and the running task can still be decided. */
export async function checkBlock(fixture: Fixture, app: Souk['app']): Promise<void> {
  const { effect, holder, client, worker, task, source } = fixture
  if (effect !== 'contact ends') return
  const message = { parts: text('Hello again.') }
  const contact = await call(app, 'sendMessage', { name: client.agent.name, message }, holder.asPerson)
  assertClaim(
    [403, 404].includes(contact.status),
    `block of ${source}: new contact returned ${contact.status}`,
  )
  const decided = await call(app, 'cancelTask', { name: worker.agent.name, taskId: task.id }, client.key)
  assertClaim(decided.status === 200, `block: the client's cancel returned ${decided.status}`)
}
