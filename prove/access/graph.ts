/** Object graph of one agent: every type of object that can belong to it, created through the API. */
import type { Listing } from 'souk-contract'
import { uploadFile } from '../../server/test/fixtures/files/file-uploads.ts'
import { fail } from '../../server/test/fixtures/fail.ts'
import type { Person, Souk } from '../../server/test/fixtures/harness.ts'
import { goodCard } from '../../server/test/fixtures/money/payment-actions.ts'
import { createTaskFixture, type TaskFixture } from '../../server/test/fixtures/a2a/task-fixture.ts'
import { text } from '../../server/test/fixtures/a2a/task-messages.ts'
import {
  applyTo,
  createTestAgent,
  postListing,
  type TestAgent,
} from '../../server/test/fixtures/people/test-agents.ts'
import { createTasks } from './graph-tasks.ts'
import type { ObjectIds } from './object-ids.ts'

export interface ObjectGraph {
  readonly owner: TestAgent
  /** Counterparty of the owner in every type of relation. */
  readonly partner: TestAgent
  /** Member of the owner's organization, which the agent is not assigned to. */
  readonly member: Person
  /** Applied to the same listing and works for the same agent, but is not a party to the objects. */
  readonly rival: TestAgent
  /** Key of the owner's agent with the scope `read` only. */
  readonly readKey: string
  /** The same ids with a task in each of its states. */
  readonly objects: readonly ObjectIds[]
}

export async function buildGraph(souk: Souk): Promise<ObjectGraph> {
  const trade = await createTaskFixture(souk)
  const { client: owner, provider: partner } = trade
  const rival = await createTestAgent(souk)
  const skills = [{ id: 'letters', name: 'Letters', description: 'Writes them.', tags: ['x'] }]
  for (const { asPerson } of [owner, partner])
    await souk.call('updateMyAgent', { skills, inputModes: ['*/*'] }, asPerson)
  const [member, colleague] = [await souk.person(), await souk.person()]
  await link(souk, owner, colleague)
  const listing = await postListing(souk, owner)
  const listingInvitationId = await inviteTo(souk, listing, owner, partner)
  const tasks = await createTasks(souk, trade, listing)
  await applyTo(souk, rival, listing)
  const common = {
    ...(await createIdentity(souk, trade)),
    ...(await createOrganization(souk, owner, { members: [member, colleague], guest: partner.person })),
    ...(await createFiles(souk, owner, listing)),
    ...(await createNetwork(souk, owner, partner)),
    ...(await createThread(souk, owner, partner, tasks[0]?.['taskId'] ?? fail('no task'))),
    // The partner owns the file: it can attach it to a message to the owner's agent.
    uploadId: (await uploadFile(souk, partner.key)).id,
    partNumber: '1',
    ...(await createPayments(souk, trade)),
    ...(await createOffers(souk, owner)),
    listingInvitationId,
    reviewId: tasks.find((ids) => 'reviewId' in ids)?.['reviewId'] ?? fail('no review'),
  }
  const hired = { name: rival.agent.name, message: { parts: text('A task for the rival.') } }
  await souk.call('sendMessage', hired, { ...owner.key, headers: { prefer: 'wait=0' } })
  const readKey = await souk.key(owner.person, owner.agent, { scopes: ['read'] })
  return { owner, partner, member, rival, readKey, objects: tasks.map((task) => ({ ...common, ...task })) }
}

/** Links a person, so that the agent has people to list and remove. */
async function link(souk: Souk, { asPerson }: TestAgent, { token }: Person): Promise<void> {
  const { code } = (await souk.call('createLinkCode', {}, asPerson)).data
  await souk.call('linkAgent', { code }, { as: token })
}

async function createIdentity(souk: Souk, { client: { person, agent, key, asPerson } }: TaskFixture) {
  const as = { as: person.token }
  const sessions = (await souk.call('listSessions', {}, as)).data.items
  const spare = await souk.call('createKey', { agentId: agent.id, label: 'spare' }, as)
  const rules = { fund: { effect: 'requireApproval' as const } }
  await souk.call('updateApprovalGate', { agentId: agent.id, version: 0, mode: 'enforce', rules }, as)
  const refused = await souk.call('fundBalance', { amount: 100, currency: 'USD', source: 'earnings' }, key)
  const { approvalId } = refused.body
  const webhook = {
    url: 'https://hooks.example.com/souk',
    secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  }
  await souk.call('setWebhook', webhook, asPerson)
  await souk.work(['event-relay', 'webhook-dispatch'])
  const deliveries = (await souk.call('listDeliveries', {}, asPerson)).data.items
  return {
    name: agent.name,
    agentId: agent.id,
    uid: person.user.id,
    sessionId: sessions[0]?.id ?? fail('no session'),
    kid: spare.data.key.kid,
    approvalId: typeof approvalId === 'string' ? approvalId : fail('no approval'),
    deliveryId: deliveries[0]?.id ?? fail('no delivery'),
  }
}

async function createOrganization(
  souk: Souk,
  { person, agent }: TestAgent,
  { members, guest }: { members: readonly Person[]; guest: Person },
) {
  const as = { as: person.token }
  const handle = `${agent.name}-labs`
  const { id } = (await souk.call('createOrganization', { handle, displayName: 'Labs' }, as)).data
    .organization
  for (const { user, token } of members) {
    const { invitation } = (await souk.call('addMember', { id, userId: user.id, role: 'member' }, as)).data
    await souk.call('respondToInvitation', { invitationId: invitation.id, accept: true }, { as: token })
  }
  const invited = await souk.call('inviteMember', { id, userId: guest.user.id, role: 'member' }, as)
  return { id, handle, userId: members.at(-1)?.user.id ?? '', invitationId: invited.data.invitation.id }
}

async function inviteTo(
  souk: Souk,
  { id: listingId }: Listing,
  owner: TestAgent,
  { agent: { name } }: TestAgent,
): Promise<string> {
  const invited = await souk.call('inviteToListing', { listingId, agentId: name }, owner.asPerson)
  return invited.data.invitation.id
}

export const onePage = {
  title: 'One page',
  description: 'Up to 400 words.',
  price: { amount: 2500, currency: 'USD' },
  deliveryDays: 3,
  revisions: 1,
}

/** An archived package, an item of the portfolio and a saved search. */
async function createOffers(souk: Souk, { asPerson }: TestAgent) {
  const { id: packageId } = (await souk.call('createPackage', onePage, asPerson)).data.package
  await souk.call('updatePackage', { packageId, state: 'archived' }, asPerson)
  const work = { title: 'Report', url: 'https://ada.example/report' }
  const { item } = (await souk.call('createPortfolioItem', work, asPerson)).data
  const filters = { name: 'Letters', market: 'listings' as const, criteria: { q: 'letters' } }
  const { search } = (await souk.call('createSavedSearch', filters, asPerson)).data
  return { packageId, itemId: item.id, searchId: search.id }
}

/** Attachments of an open listing and of a draft. */
async function createFiles(souk: Souk, { key }: TestAgent, listing: Listing) {
  const file = { listingId: listing.id, filename: 'brief.txt' }
  await souk.call('addAttachment', file, { ...key, upload: Buffer.from('Read this.') })
  const fields = { title: 'Not yet', description: 'Still to be thought about.', status: 'draft' as const }
  const draft = (await souk.call('createListing', fields, key)).data.listing
  const draftFile = { listingId: draft.id, filename: 'secret.txt' }
  await souk.call('addAttachment', draftFile, { ...key, upload: Buffer.from('Not yet.') })
  return { ...file, draftId: draft.id, draftFile: draftFile.filename }
}

async function createNetwork(souk: Souk, owner: TestAgent, partner: TestAgent) {
  const { name } = owner.agent
  const { post } = (await souk.call('createPost', { text: 'Done.' }, owner.key)).data
  const comment = await souk.call('createComment', { postId: post.id, text: 'At last.' }, partner.key)
  await souk.call('reactToPost', { postId: post.id, kind: 'like' }, owner.key)
  const requested = await souk.call('requestConnection', { agentId: name }, partner.key)
  const endorsed = await souk.call('endorseAgent', { name, skill: 'letters' }, partner.key)
  const recommended = await souk.call('recommendAgent', { name, text: 'Pays quickly.' }, partner.key)
  return {
    postId: post.id,
    commentId: comment.data.comment.id,
    connectionId: requested.data.connection.id,
    endorsementId: endorsed.data.endorsement.id,
    recommendationId: recommended.data.recommendation.id,
  }
}

async function createThread(souk: Souk, owner: TestAgent, partner: TestAgent, taskId: string) {
  const about = { kind: 'task' as const, id: taskId }
  const input = { participants: [partner.agent.name], text: 'Hello', about }
  const threadId = (await souk.call('createThread', input, owner.key)).data.thread.id
  const file = { threadId, filename: 'sample.txt' }
  const added = await souk.call('addThreadFile', file, { ...owner.key, upload: Buffer.from('Read this.') })
  const fileId = added.data.file.id
  await souk.call('postThreadMessage', { threadId, parts: [{ fileId }] }, owner.key)
  return { threadId, fileId }
}

async function createPayments(souk: Souk, { payments, client: { person, agent, asPerson } }: TaskFixture) {
  const card = await souk.call(
    'bootstrapAuthority',
    { maxPerCharge: 5_000, maxPerDay: 20_000, currency: 'USD' },
    asPerson,
  )
  await payments.complete(card.data.session, { card: goodCard })
  await payments.onboard(person, agent)
  await payments.earn(agent, 5_000)
  const requested = await souk.call('requestPayout', { amount: 1_000, currency: 'USD' }, asPerson)
  const topUp = await souk.call('startTopUp', { amount: 100, currency: 'USD' }, asPerson)
  const { id } = topUp.data.session
  return { payoutId: requested.data.payout.id, paymentId: id, topUpId: id }
}
