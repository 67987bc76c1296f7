import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Policy } from 'souk-contract'
import { day } from '../../src/lib/clock.ts'
import { uploadFile, partOf } from '../fixtures/files/file-uploads.ts'
import { asOperator } from '../fixtures/operations.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { addMember, createTestOrganization, signIn } from '../fixtures/people/organizations.ts'
import { createTestAgent } from '../fixtures/people/test-agents.ts'
import { marketMetadata } from '../fixtures/a2a/task-messages.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'

let souk: Souk
let admin: Person
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
  admin = await souk.operator('admin')
  trade = await createTaskFixture(souk)
})
afterAll(() => souk.stop())
afterEach(async () => {
  expect(await trade.payments.failedChecks()).toEqual([])
  expect(souk.loggedErrors.splice(0)).toEqual([])
})

/** Sessions end within the years that these tests skip. */
const asAdmin = async () => ({ as: (await signIn(souk, admin)).token })
const set = async (changes: Partial<Policy>) => {
  const reply = await souk.call('updatePolicy', { ...changes, reason: 'Test.' }, await asAdmin())
  await souk.work(['policy'])
  return reply
}
const hold = async (subjectId: string) =>
  (await souk.call('placeLegalHold', { subjectId, reason: 'Court.' }, await asAdmin())).data.hold
const release = async (holdId: string) =>
  souk.call('releaseLegalHold', { holdId, reason: 'Over.' }, await asAdmin())
const enforce = async () => {
  while ((await souk.work(['retention'])) > 0);
}
const count = async (table: 'sessions' | 'mails' | 'files', column: string, value: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(
    souk.context.database,
  )
  return rows[0]?.count ?? 0
}

describe('retention', () => {
  it('deletes ended and expired sessions after their period, and keeps open ones', async () => {
    const person = await souk.person()
    const { token } = await signIn(souk, person)
    await souk.call('endCurrentSession', {}, { as: token })
    const sessions = () => count('sessions', 'user_id', person.user.id)
    const before = await sessions()
    souk.clock.advance(89 * day)
    await enforce()
    expect(await sessions()).toBe(before)
    souk.clock.advance(2 * day)
    await signIn(souk, person)
    await enforce()
    // The first session has expired later than the second ended.
    expect(await sessions()).toBe(before)
    souk.clock.advance(365 * day)
    const open = await signIn(souk, person)
    await enforce()
    expect(await sessions()).toBe(1)
    expect((await souk.call('getMe', {}, { as: open.token })).status).toBe(200)
  })

  it('deletes finished mails by the period of the policy', async () => {
    const person = await souk.person({ verified: false })
    await souk.work(['mails'])
    const mails = () => count('mails', 'recipient', person.email)
    expect(await mails()).toBe(1)
    souk.clock.advance(29 * day)
    await enforce()
    expect(await mails()).toBe(1)
    expect((await set({ keepMailsDays: 6 })).status).toBe(400)
    expect((await set({ keepMailsDays: 28 })).data.policy.keepMailsDays).toBe(28)
    await enforce()
    expect(await mails()).toBe(0)
  })

  it('removes snapshot and report texts of decided cases, and keeps the decision', async () => {
    const reporter = await createTestAgent(souk)
    const agent = await souk.agent(await souk.person(), { displayName: 'Reported agent' })
    const subject = { kind: 'agent', subjectId: agent.id, reason: 'spam', details: 'Sends spam.' } as const
    await souk.call('createReport', subject, reporter.key)
    const { items } = (await souk.call('listCases', { subjectId: agent.id }, asOperator)).data
    const caseId = items[0]?.id ?? ''
    const decision = { caseId, outcome: 'warn', reason: 'Once.' } as const
    await souk.call('decideCase', decision, await asAdmin())
    const shown = async () => (await souk.call('getCase', { caseId }, await asAdmin())).data.case
    souk.clock.advance(729 * day)
    await enforce()
    expect(await shown()).toMatchObject({ snapshot: { displayName: 'Reported agent' } })
    souk.clock.advance(2 * day)
    const { id } = await hold(agent.id)
    await enforce()
    expect(await shown()).toMatchObject({ snapshot: { displayName: 'Reported agent' } })
    await release(id)
    await enforce()
    expect(await shown()).toMatchObject({
      snapshot: {},
      reportList: [{ details: '' }],
      decisions: [{ outcome: 'warn', reason: 'Once.' }],
    })
  })

  it('keeps contents of ended tasks by default, and removes them with a period, except under a hold', async () => {
    const { client, provider } = trade
    const file = await uploadFile(souk, provider.key, 'the result')
    const task = await trade.hire(1000)
    const named = { name: provider.agent.name, taskId: task.id }
    const artifacts = [{ parts: [{ text: 'Secret work' }, partOf(file)] }]
    await souk.call('deliverTask', { ...named, artifacts }, provider.key)
    await souk.call('acceptTask', named, client.key)
    const contents = async () =>
      JSON.stringify((await souk.call('getTask', { ...named, historyLength: 50 }, client.key)).data)
    const stored = () => count('files', 'id', file.id)
    souk.clock.advance(400 * day)
    await enforce()
    expect(await contents()).toContain('Secret work')
    await set({ keepTaskContentsDays: 365 })
    const { id } = await hold(task.id)
    await enforce()
    expect(await contents()).toContain('Secret work')
    await release(id)
    await enforce()
    expect(await contents()).not.toContain('Secret work')
    expect(await contents()).toContain('Removed at the end of the retention period.')
    souk.clock.advance(30 * day)
    await souk.work(['files'])
    expect(await stored()).toBe(0)
    const { data } = await souk.call('getTaskDetails', { taskId: task.id }, asOperator)
    expect(data.task.steps.map(({ action }) => action)).toContain('accept')
    await set({ keepTaskContentsDays: null })
  })

  it('deletes unchanged drafts only if a period is set', async () => {
    const person = await souk.person()
    const agent = await souk.agent(person)
    const acting = async () => ({ as: (await signIn(souk, person)).token, agent: agent.name })
    const draft = { title: 'Later', description: 'Some work.', status: 'draft' } as const
    const { listing } = (await souk.call('createListing', draft, await acting())).data
    const status = async () =>
      (await souk.call('getListing', { listingId: listing.id }, await acting())).status
    souk.clock.advance(40 * day)
    await enforce()
    expect(await status()).toBe(200)
    await set({ keepDraftsDays: 30 })
    const { id } = await hold(agent.id)
    await enforce()
    expect(await status()).toBe(200)
    await release(id)
    await enforce()
    expect(await status()).toBe(404)
  })

  it('keeps ledger and audit log, which cannot be deleted', async () => {
    await souk.work(['audit-chain'])
    expect((await souk.call('verifyAudit', {}, asOperator)).data.ok).toBe(true)
    expect((await souk.call('verifyLedger', {}, asOperator)).data.ok).toBe(true)
  })
})

describe('placeLegalHold', () => {
  it('prevents the deletion of the account until it is released, even if it was already requested', async () => {
    const person = await souk.person()
    await souk.call('deleteMe', {}, { as: person.token })
    const { id } = await hold(person.user.id)
    souk.clock.advance(15 * day)
    await souk.work(['account-deletions'])
    const returned = await signIn(souk, person)
    const { blockers } = (await souk.call('checkDeletion', {}, { as: returned.token })).data
    expect(blockers).toMatchObject([{ kind: 'hold', text: 'the operators must currently keep your data' }])
    await release(id)
    souk.clock.advance(2 * day)
    await souk.work(['account-deletions'])
    const { email, password } = person
    expect((await souk.call('createSession', { email, password })).status).toBe(401)
  })

  it.each(['agent', 'task', 'organization'] as const)(
    'on their %s prevents the deletion of a person',
    async (kind) => {
      const { owner, id: organization } = await createTestOrganization(souk)
      const agent = await souk.agent(owner)
      const person = { as: owner.token }
      const task = await souk.call(
        'sendMessage',
        { name: trade.provider.agent.name, message: { parts: [{ text: 'Hello' }] } },
        { ...person, agent: agent.name },
      )
      const subjects = { agent: agent.id, organization, task: task.data.task?.id ?? '' }
      const { id } = await hold(subjects[kind])
      const kinds = async () =>
        (await souk.call('checkDeletion', {}, { as: (await signIn(souk, owner)).token })).data.blockers.map(
          (blocker) => blocker.kind,
        )
      expect(await kinds()).toContain('hold')
      if (kind === 'organization') {
        const refused = await souk.call('deleteOrganization', { id: organization }, person)
        expect(refused.status).toBe(409)
      }
      await release(id)
      expect(await kinds()).not.toContain('hold')
    },
  )

  it('refuses a second hold, an unknown subject and the operator token', async () => {
    const person = await souk.person()
    await hold(person.user.id)
    const again = { subjectId: person.user.id, reason: 'Again.' }
    expect((await souk.call('placeLegalHold', again, await asAdmin())).status).toBe(409)
    const unknown = { subjectId: 'usr_01kd3v9m2hf3v8q6w1x5r7t0yz', reason: 'x' }
    expect((await souk.call('placeLegalHold', unknown, await asAdmin())).status).toBe(404)
    expect((await souk.call('placeLegalHold', again, asOperator)).status).toBe(403)
  })

  it('is not released by an operator whom it concerns', async () => {
    const operator = await souk.operator('admin')
    const agent = await souk.agent(operator)
    const organization = await createTestOrganization(souk)
    await addMember(souk, organization, 'member', operator)
    await trade.payments.topUp(operator, agent, 1000)
    const terms = { price: { amount: 1000, currency: 'USD' } }
    const message = { parts: [{ text: 'Please do it' }], metadata: marketMetadata({ terms }) }
    const { name } = trade.provider.agent
    const input = { name, message, configuration: { returnImmediately: true } }
    const sent = await souk.call('sendMessage', input, { as: operator.token, agent: agent.id })
    for (const subject of [operator.user.id, agent.id, organization.id, sent.data.task?.id ?? '']) {
      const { id: holdId } = await hold(subject)
      const { token } = await signIn(souk, operator)
      const refused = await souk.call('releaseLegalHold', { holdId, reason: 'Mine.' }, { as: token })
      expect([subject, refused.status, refused.body['code']]).toEqual([subject, 403, 'forbidden'])
      expect((await release(holdId)).status).toBe(200)
    }
  })

  it('records the hold and shows it on the details until it is released', async () => {
    const person = await souk.person()
    const { id } = await hold(person.user.id)
    const details = async () =>
      (await souk.call('getUserDetails', { userId: person.user.id }, asOperator)).data.user
    expect(await details()).toMatchObject({ legalHold: { id, reason: 'Court.', placedBy: admin.user.id } })
    expect((await release(id)).data.hold).toMatchObject({ releaseReason: 'Over.' })
    expect((await release(id)).status).toBe(409)
    expect(await details()).toMatchObject({ legalHold: null })
    const { items } = (
      await souk.call('listAuditEntries', { target: person.user.id, action: 'hold.' }, asOperator)
    ).data
    expect(items).toMatchObject([
      { action: 'hold.released', details: { reason: 'Over.' } },
      { action: 'hold.placed', details: { reason: 'Court.' } },
    ])
    const list = await souk.call(
      'listLegalHolds',
      { state: 'released', subjectId: person.user.id },
      asOperator,
    )
    expect(list.data.items.map((item) => item.id)).toEqual([id])
  })
})
