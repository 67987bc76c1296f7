import type { Market, Task } from 'souk-contract'
import { goodCard, openBank, type Bank } from './bank.ts'
import { fail, type Souk } from './harness.ts'
import { asClient, asProvider, market, text, words } from './task-talk.ts'
import { newTrader, type Trader } from './traders.ts'

/** Two traders, one of them with money, and what they do with each other. */
export interface Trade {
  readonly bank: Bank
  readonly client: Trader
  readonly provider: Trader
  /** A request with a price, or a free one; nobody waits for its answer. */
  hire(amount: number, terms?: object): Promise<Task>
  start(task: Task, state?: string): Promise<Task>
  deliver(task: Task): Promise<Task>
  askForChanges(task: Task): Promise<Task>
  dispute(task: Task, by?: Trader): Promise<Task>
  /** The task as its client sees it now. */
  see(task: Task): Promise<Task>
  market(task: Task): Promise<Market>
  /** What each side has: the client to spend and held, the provider earned. */
  purses(): Promise<{ available: number; held: number; earned: number }>
}

export async function openTrade(souk: Souk, funds = 1_000_000, card = goodCard): Promise<Trade> {
  const bank = openBank(souk)
  const { currency } = souk.context.config.settings
  const [client, provider] = [await newTrader(souk), await newTrader(souk)]
  await bank.topUp(client.person, client.agent, funds, card)
  const { name } = provider.agent
  const balance = async ({ key }: Trader) => (await souk.call('getBalance', {}, key)).data.balance
  const see = async ({ id }: Task) => (await souk.call('getTask', { name, taskId: id }, client.key)).data
  return {
    bank,
    client,
    provider,
    hire: async (amount, terms = {}) => {
      const offer = { ...(amount === 0 ? {} : { price: { amount, currency } }), ...terms }
      const message = { parts: text('Please do it'), metadata: words({ terms: offer }) }
      const input = { name, message, configuration: { returnImmediately: true } }
      return (await souk.call('sendMessage', input, client.key)).data.task ?? fail('no task')
    },
    start: (task, state = 'working') => asProvider(souk, provider, task, { state }),
    deliver: async ({ id }) => {
      const artifacts = [{ name: 'work.txt', parts: text('Done') }]
      return (await souk.call('deliverTask', { name, taskId: id, artifacts }, provider.key)).data
    },
    askForChanges: (task) => asClient(souk, client, task),
    dispute: async ({ id }, by = client) =>
      (await souk.call('disputeTask', { name, taskId: id }, by.key)).data,
    see,
    market: async (task) => market(await see(task)),
    purses: async () => {
      const { available, held } = await balance(client)
      return { available, held, earned: (await balance(provider)).earnings }
    },
  }
}
