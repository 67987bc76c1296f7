/** No operator decides about money, disputes or cases in which they or their organization are a party. */
import { sql } from 'kysely'
import { adminContract, operatorAccess, type Agent, type CaseDetails, type Route } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { after, day } from '../../src/lib/clock.ts'
import { post } from '../../src/money/ledger/post.ts'
import { refundToCard } from '../../src/money/ledger/recipes.ts'
import { archiveAgent } from '../../src/resources/agents/queries.ts'
import { call, startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { fail } from '../fixtures/fail.ts'
import { addMember, createTestOrganization } from '../fixtures/people/organizations.ts'
import { idOf } from '../fixtures/money/payment-actions.ts'
import { marketMetadata } from '../fixtures/a2a/task-messages.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'

let souk: Souk
let trade: TaskFixture
let neutral: Person
beforeAll(async () => {
  souk = await startSouk()
  trade = await createTaskFixture(souk)
  neutral = await souk.operator('admin')
})
afterAll(() => souk.stop())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

interface Party {
  readonly owner: Person
  readonly agent: Agent
}
type Input = Record<string, unknown>

const actingAs = ({ owner, agent }: Party) => ({ as: owner.token, agent: agent.id })
const operate = async <Data>(name: string, input: Input, by: Person) => {
  await souk.call('confirmPassword', { password: by.password }, { as: by.token })
  return call<Data>(souk.app, name, input, { as: by.token })
}
const byNeutral = async <Data>(name: string, input: Input) => (await operate<Data>(name, input, neutral)).data

async function dispute(party: Party): Promise<Input> {
  await trade.payments.topUp(party.owner, party.agent, 5000)
  const { name } = trade.provider.agent
  const terms = { price: { amount: 1000, currency: 'USD' } }
  const message = { parts: [{ text: 'Please do it' }], metadata: marketMetadata({ terms }) }
  const input = { name, message, configuration: { returnImmediately: true } }
  const task = (await souk.call('sendMessage', input, actingAs(party))).data.task ?? fail('no task')
  await trade.deliver(task)
  await souk.call('disputeTask', { name, taskId: task.id }, actingAs(party))
  return { taskId: task.id, ruling: 'refund', reasons: 'As agreed.' }
}

async function payout(party: Party): Promise<Input> {
  await trade.payments.earn(party.agent, 5000)
  await trade.payments.onboard(party.owner, party.agent)
  const { data } = await souk.call('requestPayout', { amount: 5000, currency: 'USD' }, actingAs(party))
  return { payoutId: data.payout.id, action: 'hold', reason: 'Check.' }
}

async function payment(party: Party, amount = 5000): Promise<Input> {
  await trade.payments.topUp(party.owner, party.agent, amount)
  const { items } = await byNeutral<{ items: { id: string }[] }>('listPayments', { agentId: party.agent.id })
  return { paymentId: items[0]?.id, reason: 'Asked for.' }
}

/** The payment was refunded at the processor after it was spent. */
async function debt({ agent }: Party): Promise<Input> {
  await souk.context.store.write(async (tx) => {
    const { book, processor } = tx.settings
    const fact = { book, processor, currency: 'USD', paymentId: 'none', agentId: idOf(agent) }
    await post(tx, refundToCard({ ...fact, amount: 1000n, available: 0n, refundId: agent.id }), {
      actor: 'system',
    })
  })
  return { agentId: agent.id, reason: 'Uncollectible.' }
}

async function plan(party: Party): Promise<Input> {
  const installments = [{ amount: 1000, dueAt: after(souk.clock.now(), day).toISOString() }]
  return { ...(await debt(party)), installments }
}

async function agreedPlan(party: Party): Promise<Input> {
  const input = await plan(party)
  await byNeutral('agreeDebtPlan', input)
  return { agentId: input['agentId'], reason: 'Replaced.' }
}

interface Acted {
  readonly action: { readonly id: string }
}

async function writtenOff(party: Party): Promise<Input> {
  const { action } = await byNeutral<Acted>('writeOffDebt', await debt(party))
  return { posting: `write_off:${action.id}`, reason: 'Wrong agent.' }
}

async function pending(party: Party): Promise<Input> {
  const proposer = await souk.operator('finance')
  const { data } = await operate<Acted>('refundPayment', await payment(party, 50_000), proposer)
  return { actionId: data.action.id }
}

async function openedCase({ agent }: Party): Promise<Input> {
  const input = { kind: 'agent', subjectId: agent.id, reason: 'Seen.' }
  const opened = await byNeutral<{ case: CaseDetails }>('openCase', input)
  return { caseId: opened.case.id, outcome: 'warn', reason: 'Once.' }
}

async function appeal(party: Party): Promise<Input> {
  const input = await openedCase(party)
  const former = await souk.operator('support')
  const { data } = await operate<{ case: CaseDetails }>('decideCase', input, former)
  const decisionId = data.case.decisions[0]?.id ?? ''
  await souk.call('appealDecision', { decisionId, text: 'No.' }, { as: party.owner.token })
  return { caseId: input['caseId'], outcome: 'upheld', reason: 'It stands.' }
}

async function heldAgent({ agent }: Party): Promise<Input> {
  const input = { subjectId: agent.id, reason: 'Court.' }
  const { hold } = await byNeutral<{ hold: { id: string } }>('placeLegalHold', input)
  return { holdId: hold.id, reason: 'Over.' }
}

async function heldTask(party: Party): Promise<Input> {
  const { taskId } = await dispute(party)
  const input = { subjectId: taskId, reason: 'Court.' }
  const { hold } = await byNeutral<{ hold: { id: string } }>('placeLegalHold', input)
  return { holdId: hold.id, reason: 'Over.' }
}

/** Input of a call about an agent, for every operation that moves money or decides. */
const operations: Readonly<Record<string, (party: Party) => Promise<Input>>> = {
  ruleDispute: dispute,
  takePayoutAction: payout,
  refundPayment: (party) => payment(party),
  writeOffDebt: debt,
  agreeDebtPlan: plan,
  endDebtPlan: agreedPlan,
  correctPosting: writtenOff,
  approveAction: pending,
  rejectAction: async (party) => ({ ...(await pending(party)), reason: 'No.' }),
  decideCase: openedCase,
  decideAppeal: appeal,
}

/** Decide nothing: they gather facts, distribute work, or protect an account. */
const undecided = [
  'openCase',
  'assignCase',
  'cancelDeletion',
  'exportUser',
  'endUserSessions',
  'resendVerification',
  'revokeKey',
]

/** `chargeback-evidence.test.ts` refuses them to involved operators. */
const elsewhere = ['saveEvidence', 'sendEvidence']

/** How an operator can be a party. */
const interests: Readonly<Record<string, (operator: Person) => Promise<Party>>> = {
  'own agent': async (owner) => ({ owner, agent: await souk.agent(owner) }),
  'agent of their organization': async (operator) => {
    const organization = await createTestOrganization(souk)
    const { owner } = organization
    const agent = await souk.agent(owner)
    await souk.call('assignAgent', { id: organization.id, agentId: agent.id }, { as: owner.token })
    await addMember(souk, organization, 'member', operator)
    return { owner, agent }
  },
}

/** How an operator can be a party of an agent that is archived afterwards. */
const pastInterests: typeof interests = {
  ...interests,
  'agent linked to them': async (operator) => {
    const party = (await interests['own agent']?.(await souk.person())) ?? fail('no party')
    const { code } = (await souk.call('createLinkCode', {}, actingAs(party))).data
    await souk.call('linkAgent', { code }, { as: operator.token })
    return party
  },
}

/** In the database, because work and money in progress block the archive, and can arrive after it. */
async function archive({ agent }: Party): Promise<void> {
  await souk.context.store.write((tx) => archiveAgent(tx, idOf(agent)))
}

describe('a conflict of interest', () => {
  it('covers every operation that moves money or decides', () => {
    const { rule, moveMoney, decideCases } = operatorAccess
    const deciding = Object.values(adminContract)
      .flatMap((group) => Object.entries<Route>(group))
      .filter(([, { operators }]) => [rule, moveMoney, decideCases].some((access) => access === operators))
    expect(deciding.map(([name]) => name).toSorted()).toEqual(
      [...Object.keys(operations), ...undecided, ...elsewhere].toSorted(),
    )
  })

  for (const [interest, createParty] of Object.entries(interests)) {
    it.each(Object.keys(operations))(
      `in an ${interest} refuses %s, which another operator can do`,
      async (name) => {
        const operator = await souk.operator('admin')
        const party = await createParty(operator)
        const input = (await operations[name]?.(party)) ?? fail('no input')
        const refused = await operate(name, input, operator)
        expect([refused.status, refused.body['code']]).toEqual([403, 'forbidden'])
        expect((await operate(name, input, neutral)).status).toBe(200)
      },
    )
  }

  for (const [interest, createParty] of Object.entries(pastInterests)) {
    it.each(['ruleDispute', 'writeOffDebt', 'decideCase'])(
      `in an archived ${interest} refuses %s, which another operator can do`,
      async (name) => {
        const operator = await souk.operator('admin')
        const party = await createParty(operator)
        const input = (await operations[name]?.(party)) ?? fail('no input')
        await archive(party)
        const refused = await operate(name, input, operator)
        expect([refused.status, refused.body['code']]).toEqual([403, 'forbidden'])
        expect((await operate(name, input, neutral)).status).toBe(200)
      },
    )

    it.each([
      ['it', heldAgent],
      ['a task of it', heldTask],
    ])(`in an archived ${interest} refuses to release a hold on %s`, async (_subject, place) => {
      const operator = await souk.operator('admin')
      const party = await createParty(operator)
      const input = await place(party)
      await archive(party)
      const refused = await operate('releaseLegalHold', input, operator)
      expect([refused.status, refused.body['code']]).toEqual([403, 'forbidden'])
      expect((await operate('releaseLegalHold', input, neutral)).status).toBe(200)
    })
  }
})

/** A case in which an agent of the operator is the other party. The neutral operator opens or finds it. */
const counterparties: Readonly<Record<string, (party: Party, colleague: Person) => Promise<string>>> = {
  'review that an agent of theirs received': async (party) => {
    const { taskId } = await dispute(party)
    await byNeutral('ruleDispute', { taskId, ruling: 'release', reasons: 'As agreed.' })
    await souk.work(['event-relay', 'reputation'])
    const review = { taskId: String(taskId), score: 1, text: 'Never pays.' }
    const { reviews } = (await souk.call('submitReview', review, trade.provider.key)).data
    return openCaseOn('review', reviews.mine?.id)
  },
  'comment on a post of an agent of theirs': async (party) => {
    const { post: own } = (await souk.call('createPost', { text: 'We are open.' }, actingAs(party))).data
    const { comment } = (
      await souk.call('createComment', { postId: own.id, text: 'Never go there.' }, trade.provider.key)
    ).data
    return openCaseOn('comment', comment.id)
  },
  'task that a colleague has reported': async (party, colleague) => {
    const { taskId } = await dispute(party)
    return reportedBy(party, colleague, 'task', String(taskId))
  },
  'agent that a colleague has reported': (party, colleague) =>
    reportedBy(party, colleague, 'agent', trade.provider.agent.id),
}

async function openCaseOn(kind: string, subjectId: string | undefined): Promise<string> {
  const opened = await byNeutral<{ case: CaseDetails }>('openCase', { kind, subjectId, reason: 'Seen.' })
  return opened.case.id
}

async function reportedBy(
  { agent }: Party,
  { token }: Person,
  kind: 'agent' | 'task',
  subjectId: string,
): Promise<string> {
  const input = { kind, subjectId, reason: 'abuse', details: 'Rude.' } as const
  expect((await souk.call('createReport', input, { as: token, agent: agent.id })).status).toBe(200)
  const { items } = await byNeutral<{ items: { id: string }[] }>('listCases', { subjectId, state: 'open' })
  return items.at(-1)?.id ?? fail('no case')
}

describe('decideCase', () => {
  const dismiss = (caseId: string) => ({ caseId, outcome: 'dismiss', reason: 'Nothing wrong.' })

  it.each(Object.entries(counterparties))(
    'refuses operators in a case (%s), which another operator can decide',
    async (_subject, createCase) => {
      const operator = await souk.operator('support')
      const organization = await createTestOrganization(souk)
      const { owner } = organization
      const agent = await souk.agent(owner)
      await souk.call('assignAgent', { id: organization.id, agentId: agent.id }, { as: owner.token })
      await addMember(souk, organization, 'member', operator)
      const colleague = await addMember(souk, organization, 'member')
      const caseId = await createCase({ owner, agent }, colleague)
      const refused = await operate('decideCase', dismiss(caseId), operator)
      expect([refused.status, refused.body['code']]).toEqual([403, 'forbidden'])
      expect((await operate('decideCase', dismiss(caseId), neutral)).status).toBe(200)
    },
  )

  it('refuses operators who have reported a case that keeps no more texts', async () => {
    const operator = await souk.operator('support')
    const own = { owner: operator, agent: await souk.agent(operator) }
    const { id } = await souk.agent(await souk.person())
    const caseId = await openCaseOn('agent', id)
    await sql`update moderation_cases set report_count = 100 where id = ${caseId}`.execute(
      souk.context.database,
    )
    expect(await reportedBy(own, operator, 'agent', id)).toBe(caseId)
    expect(await reportedBy(own, operator, 'agent', id)).toBe(caseId)
    const { case: full } = await byNeutral<{ case: CaseDetails }>('getCase', { caseId })
    expect(full.reports).toBe(101)
    expect((await operate('decideCase', dismiss(caseId), operator)).status).toBe(403)
    expect((await operate('decideCase', dismiss(caseId), neutral)).status).toBe(200)
  })
})
