import type { Task } from 'souk-contract'
import type { MoneyOperation } from '../src/approvals/enforcement/money-operations.ts'
import { minute } from '../src/lib/clock.ts'
import { goodCard, openBank, type Bank } from './bank.ts'
import { fail, type Answer, type Souk } from './harness.ts'
import { text, words } from './task-talk.ts'
import { applyTo, newTrader, postListing, usd, type Trader } from './traders.ts'

/** A call that is ready to be made with a key of `actor`, for `price` and towards `other` where there is one. */
export interface Scene {
  readonly actor: Trader
  readonly other: Trader
  act(): Promise<Answer<unknown>>
}

export const price = 1000

/** Everything a scene is built with. Both traders are new; the actor can pay, and its key has every scope. */
interface Set {
  readonly souk: Souk
  readonly bank: Bank
  readonly actor: Trader
  readonly other: Trader
}

type Act = Scene['act']
type Send = 'sendMessage' | 'streamMessage'

/** How each case of the table of money operations comes about, by its operation and its "when". */
export const scenes: Readonly<Record<MoneyOperation, Record<string, (set: Set) => Promise<Act>>>> = {
  sendMessage: messages('sendMessage'),
  streamMessage: messages('streamMessage'),
  awardTask: {
    awards: async ({ souk, bank, actor, other }) => {
      await bank.topUp(actor.person, actor.agent, 10 * price)
      const listing = await postListing(souk, actor, { budget: usd(price) })
      const { id: taskId } = await applyTo(souk, other, listing)
      return () => souk.call('awardTask', { name: other.agent.name, taskId }, actor.key)
    },
  },
  acceptTask: {
    accepts: async (set) => {
      const there = addressOf(set.other, await delivered(set))
      return () => set.souk.call('acceptTask', there, set.actor.key)
    },
  },
  deliverTask: {
    delivers: async (set) => {
      const there = addressOf(set.actor, await hired(set))
      return () => set.souk.call('deliverTask', { ...there, artifacts: work }, set.actor.key)
    },
  },
  cancelTask: {
    cancels: async (set) => {
      const task = await request(set, set.actor, set.other, { price: usd(price) })
      return () => set.souk.call('cancelTask', addressOf(set.other, task), set.actor.key)
    },
  },
  disputeTask: {
    disputes: async (set) => {
      const there = addressOf(set.other, await delivered(set))
      return () => set.souk.call('disputeTask', there, set.actor.key)
    },
  },
  submitArtifact: {
    submits: async (set) => {
      const there = addressOf(set.actor, await hired(set))
      const artifact = { parts: text('A part of it') }
      return () => set.souk.call('submitArtifact', { ...there, artifact }, set.actor.key)
    },
  },
  applyToListing: {
    applies: async ({ souk, actor, other }) => {
      const { id: listingId } = await postListing(souk, other)
      const offer = { listingId, text: 'Me', price: usd(price) }
      return () => souk.call('applyToListing', offer, actor.key)
    },
  },
  ...listings(),
  ...payments(),
  requestPayout: {
    'pays out': async ({ souk, bank, actor }) => {
      await bank.earn(actor.agent, price)
      await bank.onboard(actor.person, actor.agent)
      return () => souk.call('requestPayout', usd(price), actor.key)
    },
  },
  retryPayout: { retries: stoppedPayout('sandbox_bank_hold', 'retryPayout') },
  cancelPayout: { cancels: stoppedPayout('sandbox_bank_hold', 'cancelPayout') },
  payBackPayout: { 'pays back': stoppedPayout('sandbox_bank_stop', 'payBackPayout') },
  startOnboarding: {
    'opens the payout page':
      async ({ souk, actor }) =>
      () =>
        souk.call('startOnboarding', {}, actor.key),
  },
  updateApprovalGate: {
    'tightens the gate': async ({ souk, actor }) => {
      const { id: agentId } = actor.agent
      return async () => {
        const { version } = (await souk.call('getApprovalGate', { agentId }, actor.hand)).data.gate
        return souk.call('updateApprovalGate', { agentId, version, approvalTtlHours: 1 }, actor.key)
      }
    },
  },
}

type PayoutDeed = 'retryPayout' | 'cancelPayout' | 'payBackPayout'

/** A payout that this test bank has stopped, and what is done about it. */
function stoppedPayout(account: string, deed: PayoutDeed) {
  return async ({ souk, bank, actor }: Set) => {
    await bank.earn(actor.agent, price)
    await bank.onboard(actor.person, actor.agent, account)
    const { payout } = (await souk.call('requestPayout', usd(price), actor.hand)).data
    for (let minutes = 0; minutes < 2; minutes++) {
      souk.clock.advance(minute)
      await bank.settle()
    }
    return () => souk.call(deed, { payoutId: payout.id }, actor.key)
  }
}

export async function openScene(souk: Souk, operation: MoneyOperation, when: string): Promise<Scene> {
  const bank = openBank(souk)
  const scopes = ['read', 'apply', 'deliver', 'spend', 'payout', 'social'] as const
  const [actor, other] = [await newTrader(souk, [...scopes]), await newTrader(souk)]
  const build = scenes[operation][when] ?? fail(`no scene in which ${operation} ${when}`)
  return { actor, other, act: await build({ souk, bank, actor, other }) }
}

function messages(send: Send): Record<string, (set: Set) => Promise<Act>> {
  const say =
    ({ souk, actor }: Set, name: string, message: object): Act =>
    () =>
      souk.call(send, { name, message: { parts: text('Hello'), ...message }, configuration }, actor.key)
  return {
    'hires for a price': async (set) => {
      await set.bank.topUp(set.actor.person, set.actor.agent, 10 * price)
      return say(set, set.other.agent.name, { metadata: words({ terms: { price: usd(price) } }) })
    },
    'requests without a price': async (set) => say(set, set.other.agent.name, {}),
    'completes free work': async (set) => {
      const { id: taskId } = await request(set, set.other, set.actor)
      return say(set, set.actor.agent.name, { taskId, metadata: words({ state: 'completed' }) })
    },
    'says something in a task': async (set) => {
      const { id: taskId } = await request(set, set.actor, set.other)
      return say(set, set.other.agent.name, { taskId })
    },
    'gives up paid work': async (set) => {
      const { id: taskId } = await hired(set)
      return say(set, set.actor.agent.name, { taskId, metadata: words({ state: 'failed' }) })
    },
  }
}

function listings() {
  const file = (souk: Souk, { key }: Trader, listingId: string) =>
    souk.call('addAttachment', { listingId, filename: 'brief.txt' }, { ...key, upload: Buffer.from('Read.') })
  return {
    createListing: {
      publishes:
        async ({ souk, actor }: Set) =>
        () =>
          souk.call('createListing', { title: 'Do it', description: 'Well.', budget: usd(price) }, actor.key),
    },
    updateListing: {
      'raises the budget': async ({ souk, actor }: Set) => {
        const { id: listingId } = await postListing(souk, actor, { budget: usd(price - 1) })
        return () => souk.call('updateListing', { listingId, budget: usd(price) }, actor.key)
      },
    },
    deleteListing: {
      deletes: async ({ souk, actor }: Set) => {
        const { id: listingId } = await postListing(souk, actor)
        return () => souk.call('deleteListing', { listingId }, actor.key)
      },
    },
    addAttachment: {
      'adds a file': async ({ souk, actor }: Set) => {
        const { id } = await postListing(souk, actor)
        return () => file(souk, actor, id)
      },
    },
    removeAttachment: {
      'removes a file': async ({ souk, actor }: Set) => {
        const { id: listingId } = await postListing(souk, actor)
        await file(souk, actor, listingId)
        return () => souk.call('removeAttachment', { listingId, filename: 'brief.txt' }, actor.key)
      },
    },
  }
}

function payments() {
  const caps = { maxPerCharge: price, maxPerDay: price, currency: 'USD' }
  const saveCard = async ({ souk, bank, actor }: Set) => {
    const { session } = (await souk.call('bootstrapAuthority', caps, actor.hand)).data
    await bank.complete(session, { card: goodCard })
    await bank.settle()
  }
  return {
    fundBalance: {
      'charges the saved card': async (set: Set) => {
        await saveCard(set)
        return () => set.souk.call('fundBalance', usd(price), set.actor.key)
      },
      'converts earnings': async ({ souk, bank, actor }: Set) => {
        await bank.earn(actor.agent, price)
        return () => souk.call('fundBalance', { ...usd(price), source: 'earnings' }, actor.key)
      },
    },
    bootstrapAuthority: {
      'asks for a card to charge':
        async ({ souk, actor }: Set) =>
        () =>
          souk.call('bootstrapAuthority', caps, actor.key),
    },
    startTopUp: {
      'opens a top-up page':
        async ({ souk, actor }: Set) =>
        () =>
          souk.call('startTopUp', usd(price), actor.key),
    },
    removeAuthority: {
      'forgets the card': async (set: Set) => {
        await saveCard(set)
        return () => set.souk.call('removeAuthority', {}, set.actor.key)
      },
    },
  }
}

const configuration = { returnImmediately: true }
const work = [{ parts: text('Done') }]

function addressOf({ agent }: Trader, { id: taskId }: Task) {
  return { name: agent.name, taskId }
}

async function request({ souk, bank }: Set, from: Trader, to: Trader, terms: object = {}): Promise<Task> {
  if ('price' in terms) await bank.topUp(from.person, from.agent, 10 * price)
  const message = { parts: text('Please'), metadata: words({ terms }) }
  const sent = { name: to.agent.name, message, configuration }
  return (await souk.call('sendMessage', sent, from.key)).data.task ?? fail('no task')
}

/** The actor provides. */
function hired(set: Set): Promise<Task> {
  return request(set, set.other, set.actor, { price: usd(price) })
}

/** The actor pays. */
async function delivered(set: Set): Promise<Task> {
  const task = await request(set, set.actor, set.other, { price: usd(price) })
  await set.souk.call('deliverTask', { ...addressOf(set.other, task), artifacts: work }, set.other.key)
  return task
}
