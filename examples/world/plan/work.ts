/** Plans listings and tasks: parties, order, price and outcome. */
import type { Random } from './random.ts'
import type { Population, Provider, Trader } from './people.ts'
import { ordersOf, type Order, type Trade } from './trade.ts'

/** State in which a task ends up. `requested`: the provider has not responded. */
export type Outcome =
  | 'requested'
  | 'declined'
  | 'canceled'
  | 'working'
  | 'asked'
  | 'delivered'
  | 'disputed'
  | 'failed'
  | 'completed'
  | 'revised'

export interface Work {
  readonly client: Trader
  readonly provider: Provider
  readonly order: Order
  /** Price in minor units. */
  readonly amount: number
  readonly days: number
  readonly outcome: Outcome
  /** Recommendation by the client, if any. */
  readonly thanks: string | undefined
}

export interface Offer {
  readonly provider: Provider
  readonly amount: number
  readonly text: string
}

export interface ListingPlan {
  readonly client: Trader
  readonly trade: Trade
  readonly order: Order
  readonly amount: number
  readonly days: number
  readonly isDraft: boolean
  readonly offers: readonly Offer[]
  /** Task of the awarded offer. */
  readonly work: Work | undefined
}

interface WorkOptions {
  readonly outcome: Outcome
  readonly client?: Trader
  readonly provider?: Provider
}

export class Planner {
  readonly #random: Random
  readonly #population: Population
  readonly #orders = new Map<Trade, Order[]>()

  /** Minor units per major unit of the currency. */
  readonly #unit: number

  constructor(random: Random, population: Population, unit: number) {
    this.#unit = unit
    this.#random = random
    this.#population = population
  }

  work({ outcome, client, provider = this.#provider(client) }: WorkOptions): Work {
    const { trade } = provider
    const isDone = outcome === 'completed' || outcome === 'revised'
    return {
      client: client ?? this.#payer(provider),
      provider,
      order: this.#order(trade),
      amount: this.#amount(trade),
      days: this.#random.between(3, 14),
      outcome,
      thanks: isDone && this.#random.chance(70) ? this.#random.pick(trade.thanks) : undefined,
    }
  }

  /** The filled listing of a task, with the applications that were not selected. */
  filled(work: Work): ListingPlan {
    const { client, provider, order, amount, days } = work
    const winning = { provider, amount, text: this.#random.pick(provider.trade.offers) }
    const others = this.#offers({ ...work, trade: provider.trade }, this.#random.between(1, 3))
    const offers = this.#random.shuffle([winning, ...others.filter((offer) => offer.provider !== provider)])
    return { client, trade: provider.trade, order, amount, days, isDraft: false, offers, work }
  }

  open(offers: number, client: Trader = this.#random.pick(this.#population.clients)): ListingPlan {
    const { trade } = this.#provider(client)
    const plan = { client, trade, order: this.#order(trade), amount: this.#amount(trade) }
    const days = this.#random.between(3, 30)
    return { ...plan, days, isDraft: false, offers: this.#offers(plan, offers), work: undefined }
  }

  draft(client?: Trader): ListingPlan {
    return { ...this.open(0, client), isDraft: true }
  }

  #offers(
    { client, trade, amount }: Pick<ListingPlan, 'client' | 'trade' | 'amount'>,
    count: number,
  ): Offer[] {
    const able = this.#population.providers.filter(
      (provider) => provider.trade === trade && provider.person !== client.person,
    )
    return this.#random.some(able, count).map((provider) => ({
      provider,
      amount: Math.round((amount * this.#random.between(80, 110)) / (100 * this.#unit)) * this.#unit,
      text: this.#random.pick(trade.offers),
    }))
  }

  /** A quarter of the providers gets half of the work. */
  #provider(client: Trader | undefined): Provider {
    const able = this.#population.providers.filter(({ person }) => person !== client?.person)
    const known = able.slice(0, Math.ceil(able.length / 4))
    return this.#random.pick(this.#random.chance(50) ? known : able)
  }

  #payer(provider: Provider): Trader {
    const payers = this.#population.clients.slice(0, Math.ceil(this.#population.clients.length / 2))
    return this.#random.pick(payers.filter(({ person }) => person !== provider.person))
  }

  /** Returns every order once before any is repeated. */
  #order(trade: Trade): Order {
    const orders = this.#orders.get(trade) ?? []
    if (orders.length === 0) orders.push(...this.#random.shuffle(ordersOf(trade)))
    this.#orders.set(trade, orders)
    return orders.pop() ?? this.#order(trade)
  }

  #amount({ prices }: Trade): number {
    return this.#random.between(prices.from, prices.to) * this.#unit
  }
}
