import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorRoles, type Auth, type OperatorRole } from 'souk-contract'
import { buildApp } from '../../src/app.ts'
import { after, hour, systemClock } from '../../src/lib/clock.ts'
import { newId } from '../../src/lib/ids.ts'
import { expectedForStranger } from '../fixtures/hostile/expected-for-stranger.ts'
import { uploadFile } from '../fixtures/files/file-uploads.ts'
import { asOperator, operatorToken, routes } from '../fixtures/operations.ts'
import { call, startSouk, type Souk } from '../fixtures/harness.ts'

/** Status of each kind of credential before any other check; undefined means allowed. */
const modes: Record<Auth, { anonymous?: number; person?: number; software?: number }> = {
  none: {},
  optional: {},
  user: { anonymous: 401, software: 403 },
  key: { anonymous: 401, person: 403 },
  any: { anonymous: 401 },
  agent: { anonymous: 401 },
  operator: { anonymous: 401, person: 404, software: 401 },
}

let souk: Souk
let owned: Record<string, unknown>
let tokens: { person: string; software: string }
/** A new stranger for each call that may change their account, such as one that ends their session; reads share one. */
const stranger = async (operation: string) =>
  routes[operation]?.method === 'GET' ? (reader ??= newStranger()) : newStranger()
let reader: Promise<string> | undefined
async function newStranger(): Promise<string> {
  const person = await souk.person()
  await souk.agent(person)
  return person.token
}
beforeAll(async () => {
  souk = await startSouk()
  const owner = await souk.person()
  const agent = await souk.agent(owner)
  const organization = await souk.call(
    'createOrganization',
    { handle: 'owned-org', displayName: 'Owned' },
    { as: owner.token },
  )
  const invited = await souk.person()
  const id = organization.data.organization.id
  const invitation = await souk.call(
    'inviteMember',
    { id, userId: invited.user.id, role: 'member' },
    { as: owner.token },
  )
  const key = await souk.call('createKey', { agentId: agent.id, label: 'k' }, { as: owner.token })
  const session = await souk.call('listSessions', {}, { as: owner.token })
  await souk.call('assignAgent', { id, agentId: agent.id }, { as: owner.token })
  owned = {
    id,
    handle: 'owned-org',
    name: agent.name,
    agentId: agent.id,
    kid: key.data.key.kid,
    userId: owner.user.id,
    invitationId: invitation.data.invitation.id,
    sessionId: session.data.items[0]?.id,
    approvalId: await waitingApproval(agent.id, key.data.key.kid),
    ...(await postedListing(owner.token)),
    ...(await createTask(agent.name, key.data.secret)),
    deliveryId: await sentMessage(agent.id),
    ...(await createEndorsement(agent.id)),
    ...(await publishedPost(owner.token)),
    uid: owner.user.id,
    connectionId: await createConnectionRequest(agent.name),
    ...(await createThread(agent.name, key.data.secret)),
    uploadId: (await uploadFile(souk, { as: key.data.secret })).id,
    partNumber: '1',
    offerId: 'off_none',
    reviewId: await createReview(agent.id),
    searchId: await createSearch(key.data.secret),
    packageId: await createPackage(key.data.secret),
    itemId: await createItem(key.data.secret),
  }
  tokens = { person: owner.token, software: key.data.secret }
})
afterAll(() => souk.stop())

/** An approval requested by a key of the agent. */
async function waitingApproval(agentId: string, keyId: string): Promise<string> {
  const { now } = souk.context.clock
  const id = newId('apr', now())
  await sql`
    insert into approvals (id, agent_id, key_id, operation, input, input_hash, action, failed_rule, state, created_at, expires_at)
    values (${id}, ${agentId}, ${keyId}, 'fundBalance', '{}', '', 'fund', 'rule:fund', 'pending', ${now()}, ${after(now(), hour)})
  `.execute(souk.context.database)
  return id
}

/** A delivery to the webhook of the agent. */
async function sentMessage(agentId: string): Promise<string> {
  const now = souk.clock.now()
  const id = newId('dlv', now)
  await sql`
    insert into webhook_deliveries (id, kind, endpoint, queue, agent_id, event_id, event_kind, event_at, data, trigger, status,
      attempt_count, tries, created_at, finished_at)
    values (${id}, 'agent', ${agentId}, ${agentId}, ${agentId}, ${newId('evt', now)}, 'webhook.test', ${now}, '{}', 'test',
      'succeeded', 1, 1, ${now}, ${now})`.execute(souk.context.database)
  return id
}

/** A recommendation of the agent by a client. */
async function createEndorsement(agentId: string) {
  const now = souk.clock.now()
  const ids = { endorsementId: newId('end', now), recommendationId: newId('rec', now) }
  await sql`
    with client as (select id as task_id, client_id from tasks where provider_id = ${agentId} limit 1), endorsed as (
      insert into endorsements (id, agent_id, skill, from_id, created_at)
      select ${ids.endorsementId}, ${agentId}, 'any', client_id, ${now} from client)
    insert into recommendations (id, agent_id, from_id, task_id, role, text, paid, created_at)
    select ${ids.recommendationId}, ${agentId}, client_id, task_id, 'client', 'Good.', false, ${now}
    from client`.execute(souk.context.database)
  return ids
}

/** A public package of the agent. */
async function createPackage(as: string): Promise<string> {
  const price = { amount: 2500, currency: 'USD' }
  const offer = { title: 'One page', description: 'Up to 400 words.', price, deliveryDays: 3, revisions: 1 }
  return (await souk.call('createPackage', offer, { as })).data.package.id
}

/** An item in the portfolio of the agent. */
async function createItem(as: string): Promise<string> {
  const item = { title: 'Report', url: 'https://ada.example/report' }
  return (await souk.call('createPortfolioItem', item, { as })).data.item.id
}

/** A search that only the agent sees. */
async function createSearch(as: string): Promise<string> {
  const filters = { name: 'Letters', market: 'listings' as const, criteria: { q: 'letters' } }
  return (await souk.call('createSavedSearch', filters, { as })).data.search.id
}

/** A review by the agent that is still hidden. */
async function createReview(agentId: string): Promise<string> {
  const now = souk.clock.now()
  const id = newId('rev', now)
  await sql`
    insert into reviews (id, task_id, role, agent_id, from_id, from_owner_id, score, text, after_refund, counts,
      created_at, updated_at, reveals_at)
    select ${id}, t.id, 'provider', t.client_id, t.provider_id, a.owner_id, 4, 'Good.', false, true,
      ${now}, ${now}, ${after(now, hour)}
    from tasks t join agents a on a.id = t.provider_id where t.provider_id = ${agentId} limit 1
  `.execute(souk.context.database)
  return id
}

/** An open invitation of the agent to its listing. */
async function inviteTo(listingId: string, as: string): Promise<string> {
  const invited = await souk.agent(await souk.person())
  const { invitation } = (await souk.call('inviteToListing', { listingId, agentId: invited.name }, { as }))
    .data
  return invitation.id
}

/** A public listing with an attachment. */
async function postedListing(as: string) {
  const fields = { title: 'Owned', description: 'To be done.' }
  const { listing } = (await souk.call('createListing', fields, { as })).data
  const file = { listingId: listing.id, filename: 'brief.txt' }
  await souk.call('addAttachment', file, { as, upload: Buffer.from('Read this.') })
  return { ...file, listingInvitationId: await inviteTo(listing.id, as) }
}

/** A task for the owner's agent with an artifact and a push config. */
async function createTask(name: string, software: string) {
  const client = await souk.person()
  await souk.agent(client)
  const sent = { name, message: { parts: [{ text: 'Please.' }] } }
  const taskId = (await souk.call('sendMessage', sent, { as: client.token })).data.task?.id ?? ''
  const artifact = { artifactId: 'draft', parts: [{ text: 'Done.' }] }
  await souk.call('submitArtifact', { name, taskId, artifact }, { as: software })
  const config = { id: 'hook', url: 'https://hooks.example.com/souk' }
  await souk.call('createPushConfig', { name, taskId, ...config }, { as: software })
  return { taskId, artifactId: 'draft', configId: 'hook', version: '1' }
}

/** A public post with a comment. */
async function publishedPost(as: string) {
  const postId = (await souk.call('createPost', { text: 'Done.' }, { as })).data.post.id
  const { comment } = (await souk.call('createComment', { postId, text: 'At last.' }, { as })).data
  return { postId, commentId: comment.id }
}

/** A connection request to the owner's agent. */
async function createConnectionRequest(name: string): Promise<string> {
  const other = await souk.person()
  await souk.agent(other)
  const requested = await souk.call('requestConnection', { agentId: name }, { as: other.token })
  return requested.data.connection.id
}

/** A thread with the owner's agent, which has added a file. */
async function createThread(name: string, software: string) {
  const other = await souk.person()
  await souk.agent(other)
  const begun = await souk.call('createThread', { participants: [name], text: 'Hello' }, { as: other.token })
  const threadId = begun.data.thread.id
  const file = { threadId, filename: 'sample.txt' }
  const added = await souk.call('addThreadFile', file, { as: software, upload: Buffer.from('Read this.') })
  const fileId = added.data.file.id
  await souk.call('postThreadMessage', { threadId, parts: [{ fileId }] }, { as: software })
  return { threadId, fileId }
}

const names = Object.keys(routes)

/** A valid call to resources of another person. */
function attempt(operation: string, as: string | undefined, changed: Record<string, unknown> = {}) {
  return call(souk.app, operation, inputOf(operation, changed), { as })
}

function inputOf(operation: string, changed: Record<string, unknown> = {}): Record<string, unknown> {
  const route = routes[operation]
  const values = { ...owned, ...changed }
  // Files of threads and uploaded files have ids of the same form, and so have invitations.
  const named: Record<string, unknown> = {
    ...values,
    ...(route?.path.startsWith('/files/') === true ? { fileId: values['uploadId'] } : {}),
    ...(/listing-|listings/.test(route?.path ?? '') ? { invitationId: values['listingInvitationId'] } : {}),
  }
  const params = Object.keys(route?.params?.properties ?? {}).map((name) => [name, named[name]])
  return { ...route?.example.query, ...route?.example.body, ...Object.fromEntries(params) }
}

describe('every route', () => {
  it.each(names)('%s refuses the wrong kind of credential', async (operation) => {
    const expected = modes[routes[operation]?.auth ?? 'none']
    const rows = [
      ['anonymous', undefined],
      ['person', await stranger(operation)],
      ['software', tokens.software],
    ] as const
    for (const [mode, as] of rows) {
      const { status } = await attempt(operation, as, {
        sessionId: 'ses_x',
        agentId: 'no-such-agent',
        listingId: 'lst_x',
        postId: 'post_x',
      })
      const refusal = expected[mode]
      if (refusal === undefined) expect.soft(status, mode).not.toBe(401)
      else expect.soft(status, mode).toBe(refusal)
    }
  })

  it.each(names)('%s refuses a forged token', async (operation) => {
    if (routes[operation]?.auth === 'none') return
    const forged = tokens.person.slice(0, -7) + (tokens.person.endsWith('A') ? 'B' : 'A').repeat(7)
    expect((await attempt(operation, forged)).status).toBe(401)
  })
})

describe('every operator route', () => {
  const ofOperators = names.filter((name) => routes[name]?.auth === 'operator')

  const operators: Partial<Record<OperatorRole, string>> = {}
  const operator = async (role: OperatorRole) => (operators[role] ??= (await souk.operator(role)).token)
  const missing = {
    taskId: 'task_x',
    userId: 'usr_x',
    email: 'none@example.com',
    action: 'retry',
    month: '2026-11',
  }

  it.each(ofOperators)('%s admits its roles and no others', async (operation) => {
    for (const role of operatorRoles) {
      const { status } = await attempt(operation, await operator(role), missing)
      const isAllowed = routes[operation]?.operators?.roles.includes(role) === true
      if (isAllowed) expect.soft([200, 404, 409, 422], role).toContain(status)
      else expect.soft(status, role).toBe(403)
    }
  })

  it.each(ofOperators)(
    '%s admits the operator token only if it is meant for machines too',
    async (operation) => {
      const { status } = await attempt(operation, operatorToken, missing)
      if (routes[operation]?.operators?.token === true) expect([200, 404, 422]).toContain(status)
      else expect(status).toBe(403)
    },
  )

  it.each(ofOperators)('%s refuses every token if none is configured', async (operation) => {
    const config = { ...souk.context.config, operatorToken: undefined }
    const app = await buildApp({ ...souk.context, config })
    for (const as of [undefined, operatorToken, '', 'undefined', tokens.software]) {
      expect.soft((await call(app, operation, inputOf(operation), { as })).status).toBe(401)
    }
    await app.close()
  })

  it('does not exist with the system clock if it belongs to the manual clock', async () => {
    const app = await buildApp({ ...souk.context, clock: systemClock })
    for (const operation of ['getClock', 'advanceClock'])
      expect((await call(app, operation, inputOf(operation), asOperator)).status).toBe(404)
    await app.close()
  })
})

describe('a stranger', () => {
  const closed = Object.entries(expectedForStranger).filter(([, outcome]) => typeof outcome === 'number')

  it.each(closed)('calling %s gets %s', async (operation, outcome) => {
    expect((await attempt(operation, await stranger(operation))).status).toBe(outcome)
  })

  it.each(closed.filter(([, outcome]) => outcome === 404))(
    'cannot learn from %s whether the resource exists',
    async (operation) => {
      const existing = await attempt(operation, await stranger(operation))
      const unknown = 'zzzzzzzzzzzzzzzzzzzzzzzzzz'
      for (const suffix of [`7${unknown.slice(1)}`, 'not an id']) {
        const missing = Object.fromEntries(
          Object.entries(owned).map(([name, value]) => [
            name,
            String(value).replace(/_.*|^[^_]*$/, `_${suffix}`),
          ]),
        )
        const nonexistent = await attempt(operation, await stranger(operation), missing)
        expect([nonexistent.status, nonexistent.body]).toEqual([existing.status, existing.body])
      }
    },
  )

  it('leaves the data of the owner unchanged', async () => {
    const { data } = await souk.call('getOrganization', { id: String(owned['id']) }, { as: tokens.person })
    expect(data.organization).toMatchObject({ role: 'owner', memberCount: 1, agentCount: 1 })
    expect((await souk.call('getMyAgent', {}, { as: tokens.software })).status).toBe(200)
  })
})
