import { randomBytes } from 'node:crypto'
import type { Task } from 'souk-contract'
import { fail, type Souk } from '../../server/test/fixtures/harness.ts'
import { text } from '../../server/test/fixtures/task-messages.ts'
import { newTrader, type Trader } from '../../server/test/fixtures/traders.ts'
import { mannersOf, type Manner } from './receiver-behavior.ts'
import { openPost, type Address, type Post } from './receivers.ts'

export interface Listener extends Trader, Address {
  /** The name of its receiver. */
  readonly receiver: string
}

/** Two listeners who talk about tasks. */
export interface Couple {
  readonly client: Listener
  readonly provider: Listener
}

export interface Told {
  readonly taskId: Task['id']
  readonly couple: Couple
  /** So many changes the task had, which both were to be told of. */
  readonly changes: number
}

export interface World {
  readonly souk: Souk
  readonly post: Post
  readonly couples: readonly Couple[]
  /** Every task that the service has said yes to. */
  readonly told: Told[]
  close(): Promise<void>
}

export async function openWorld(souk: Souk, receivers: number): Promise<World> {
  const addresses = new Map<string, Address>()
  const post = await openPost(souk, addresses)
  const join = async (manner: Manner, place: number): Promise<Listener> => {
    const trader = await newTrader(souk)
    const receiver = `${manner}${place}`
    const secret = `whsec_${randomBytes(24).toString('base64')}`
    addresses.set(receiver, { manner, secret })
    await souk.call('setWebhook', { url: post.urlOf(receiver), secret }, trader.key)
    return { ...trader, manner, secret, receiver }
  }
  const listeners: Listener[] = []
  for (const [place, manner] of mannersOf(receivers).entries()) listeners.push(await join(manner, place))
  const half = receivers / 2
  const couples = listeners
    .slice(0, half)
    .map((client, place) => ({ client, provider: listeners[half + place] ?? fail('nobody is left') }))
  return { souk, post, couples, told: [], close: () => post.close() }
}

/** Of every task both sides are told so often. */
export const changesEach = 5

/** A request and the talk about it, one word after the other. */
export async function talk({ souk, told }: World, couple: Couple): Promise<void> {
  const { client, provider } = couple
  const { name } = provider.agent
  const send = async (by: Listener, taskId?: string) => {
    const message = { parts: text('A word'), ...(taskId === undefined ? {} : { taskId }) }
    const input = { name, message, configuration: { returnImmediately: true } }
    return (await souk.call('sendMessage', input, by.key)).data.task?.id ?? fail('no task')
  }
  const taskId = await send(client)
  for (let said = 1; said < changesEach; said++) await send(said % 2 === 0 ? client : provider, taskId)
  told.push({ taskId, couple, changes: changesEach })
}
