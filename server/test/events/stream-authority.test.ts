import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { day } from '../../src/lib/clock.ts'
import { idOf } from '../fixtures/money/payment-actions.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import type { CallOptions } from '../fixtures/operations.ts'
import {
  createOrganizationFixture,
  expectEnded,
  openStream,
  namesOfOpen,
  streamRequests,
  streamNames,
  afterFirstKeepAlive,
  type OpenStream,
  type OrganizationFixture,
} from '../fixtures/a2a/open-streams.ts'
import { addMember } from '../fixtures/people/organizations.ts'
import { startNode, type Node } from '../fixtures/processes/nodes.ts'
import { createTestAgent } from '../fixtures/people/test-agents.ts'

interface AuthorityLoss {
  /** The caller that opens the streams. */
  readonly by: 'member' | 'linked' | 'key' | 'expiring-key' | 'owner'
  readonly revoke: (fixture: OrganizationFixture, holder: Person) => Promise<unknown>
  /** Streams that end; all by default. */
  readonly ends?: readonly string[]
  /** Opened on a node without wakeups. */
  readonly withoutWakeups?: boolean
}

const removeMember: AuthorityLoss['revoke'] = ({ organization: { id, owner } }, { user }) =>
  souk.call('removeMember', { id, userId: user.id }, { as: owner.token })
const deactivate: AuthorityLoss['revoke'] = ({ worker: { agent, key, person } }) =>
  souk.call('deactivateKey', { agentId: agent.id, kid: `key_${key.as?.split('_')[2]}` }, { as: person.token })
const chooseAnother = async ({ token }: Person) => {
  const other = await souk.call('createMyAgent', { name: `other-${Date.now()}` }, { as: token })
  await souk.call('selectAgent', { agentId: other.data.agent.id }, { as: token })
}
const demote: AuthorityLoss['revoke'] = ({ organization: { id, owner } }, { user }) =>
  souk.call('updateMember', { id, userId: user.id, role: 'member' }, { as: owner.token })

/** Archiving is refused while a task is open. */
const archive: AuthorityLoss['revoke'] = async ({ worker: { agent, person }, client, task }) => {
  await souk.call('cancelTask', { name: agent.name, taskId: task.id }, client.key)
  return souk.call('removeMyAgent', { agentId: agent.id }, { as: person.token })
}
const withoutTask = streamNames.filter((name) => name !== 'streamMessage')

/** Ordered, because advancing the clock affects all later cases. */
const losses: Record<string, AuthorityLoss> = {
  'the member is removed': { by: 'member', revoke: removeMember },
  'the member is removed, on a node without wakeups': {
    by: 'member',
    revoke: removeMember,
    withoutWakeups: true,
  },
  'the member is removed after choosing another agent': {
    by: 'member',
    revoke: async (fixture, holder) => {
      await chooseAnother(holder)
      return removeMember(fixture, holder)
    },
  },
  'the member leaves': {
    by: 'member',
    revoke: ({ organization: { id } }, { user, token }) =>
      souk.call('removeMember', { id, userId: user.id }, { as: token }),
  },
  'the member loses the finance role': { by: 'member', revoke: demote, ends: ['streamPayments'] },
  'the member loses the finance role and has chosen another agent': {
    by: 'member',
    revoke: async (fixture, holder) => {
      await chooseAnother(holder)
      return demote(fixture, holder)
    },
    ends: ['streamPayments'],
  },
  'the agent is unassigned': {
    by: 'member',
    revoke: ({ organization: { id, owner }, worker }) =>
      souk.call('unassignAgent', { id, agentId: worker.agent.id }, { as: owner.token }),
  },
  'the organization is deleted': {
    by: 'member',
    revoke: ({ organization: { id, owner } }) => souk.call('deleteOrganization', { id }, { as: owner.token }),
  },
  'the owner of the agent leaves the organization': {
    by: 'member',
    revoke: async (fixture, { user }) => {
      const { id, owner } = fixture.organization
      await souk.call('updateMember', { id, userId: user.id, role: 'owner' }, { as: owner.token })
      return souk.call('removeMember', { id, userId: owner.user.id }, { as: owner.token })
    },
  },
  'the session ends': {
    by: 'member',
    revoke: (_fixture, { token }) => souk.call('endCurrentSession', {}, { as: token }),
  },
  'the password is reset': {
    by: 'member',
    revoke: async (_fixture, { email }) => {
      await souk.call('resetPassword', { email })
      const token = await souk.mailedToken(email, /password/i)
      return souk.call('resetPassword', { token, password: 'a new correct horse' })
    },
  },
  'the linked person removes the link': {
    by: 'linked',
    revoke: ({ worker }, { token }) =>
      souk.call('removeMyAgent', { agentId: worker.agent.id }, { as: token }),
    ends: streamNames.filter((name) => name !== 'streamPayments'),
  },
  'the key is deactivated': { by: 'key', revoke: deactivate },
  'the key is deactivated, on a node without wakeups': {
    by: 'key',
    revoke: deactivate,
    withoutWakeups: true,
  },
  'the agent is archived, for its key': { by: 'key', revoke: archive, ends: withoutTask },
  'the agent is archived, for its owner': { by: 'owner', revoke: archive, ends: withoutTask },
  'the key expires': { by: 'expiring-key', revoke: async () => souk.clock.advance(2 * day) },
  'the session expires': { by: 'member', revoke: async () => souk.clock.advance(100 * day) },
}

let souk: Souk
let node: Node
let farApp: Awaited<ReturnType<typeof buildApp>>
const prepared = new Map<string, { fixture: OrganizationFixture; holder: Person; held: OpenStream[] }>()

beforeAll(async () => {
  souk = await startSouk()
  node = await startNode(souk, {
    workers: ['authority'],
    openWakeups: () => ({ publish: async () => undefined, close: async () => undefined }),
  })
  farApp = await buildApp(node.context)
  const listen = { host: '127.0.0.1', port: 0 }
  const [near, far] = [await souk.app.listen(listen), await farApp.listen(listen)]
  for (const [name, loss] of Object.entries(losses)) {
    const fixture = await createOrganizationFixture(souk)
    const { holder, options } = await holderOf(fixture, loss)
    const openings = Object.entries(streamRequests(fixture)).filter(
      ([stream]) => loss.ends === undefined || loss.by === 'member' || loss.ends.includes(stream),
    )
    const at = loss.withoutWakeups === true ? far : near
    const held = await Promise.all(openings.map((opening) => openStream(at, opening, options)))
    prepared.set(name, { fixture, holder, held })
  }
  await afterFirstKeepAlive([...prepared.values()].flatMap(({ held }) => held))
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(async () => {
  for (const { held } of prepared.values()) for (const { close } of held) close()
  await farApp.close()
  await node.stop()
  await souk.stop()
})

async function holderOf(
  fixture: OrganizationFixture,
  { by }: AuthorityLoss,
): Promise<{ holder: Person; options: CallOptions }> {
  const { worker, organization } = fixture
  if (by === 'owner') return { holder: organization.owner, options: worker.asPerson }
  if (by === 'key') return { holder: organization.owner, options: worker.key }
  if (by === 'expiring-key') {
    const expiresAt = new Date(souk.clock.now().getTime() + day).toISOString()
    const as = await souk.key(organization.owner, worker.agent, { expiresAt })
    return { holder: organization.owner, options: { as } }
  }
  const holder = by === 'member' ? await addMember(souk, organization, 'finance') : await souk.person()
  if (by === 'linked') {
    const [agent_id, user_id] = [idOf(worker.agent), `usr_${holder.user.id.slice(4)}` as const]
    const link = { agent_id, user_id, created_at: souk.clock.now() }
    await souk.context.database.insertInto('agent_links').values(link).execute()
  }
  // Without X-Agent-Context the active agent is used.
  await souk.call('selectAgent', { agentId: worker.agent.id }, { as: holder.token })
  return { holder, options: { as: holder.token } }
}

describe('stream authority', () => {
  it('covers every stream of the contract', async () => {
    expect(Object.keys(streamRequests(await createOrganizationFixture(souk))).toSorted()).toEqual(
      streamNames.toSorted(),
    )
  })
})

describe('a blocking sendMessage call', () => {
  it('returns the sent message and nothing later when authority is lost', async () => {
    const fixture = await createOrganizationFixture(souk)
    const { options, holder } = await holderOf(fixture, { by: 'member', revoke: removeMember })
    const provider = await createTestAgent(souk)
    const listed = async () =>
      (await souk.call('listTasks', { name: provider.agent.name }, provider.key)).data.tasks
    // Polling makes the provider present, so the call blocks.
    await listed()
    const message = { parts: [{ text: 'Hello' }] }
    const sending = souk.call('sendMessage', { name: provider.agent.name, message }, options)
    const task = await vi.waitFor(async () => (await listed())[0] ?? fail('no task yet'))
    await removeMember(fixture, holder)
    expect((await sending).data.task).toMatchObject({
      id: task.id,
      status: { state: 'TASK_STATE_SUBMITTED' },
    })
  })
})

describe('exactly the affected streams end when', () => {
  it.each(Object.keys(losses))('%s', async (name) => {
    const { fixture, holder, held } = prepared.get(name) ?? fail(`no streams for ${name}`)
    const { revoke, ends = streamNames } = losses[name] ?? fail('no loss')
    expect(namesOfOpen(held)).toHaveLength(held.length)
    await revoke(fixture, holder)
    const ended = held.filter((stream) => ends.includes(stream.name))
    await expectEnded(ended)
    // A client that reconnects immediately is refused within the two seconds. An archived agent's task ends its streams first.
    const delays = ended.map((stream) => (revoke === archive ? 0 : stream.retryMs()))
    expect(delays).toEqual(ended.map(() => 0))
    expect(namesOfOpen(held)).toEqual(
      held.map((stream) => stream.name).filter((stream) => !ends.includes(stream)),
    )
  })
})
