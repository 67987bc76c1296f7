/** Who works for whom, on what, for how much, and how far it gets. */
import type { Dice } from './dice.ts'
import type { Crowd, Provider, Trader } from './people.ts'
import { ordersOf, type Order, type Trade } from './trade.ts'

/** How far a piece of work gets. Nobody has answered what is `requested`. */
export type Course =
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
  /** In minor units. */
  readonly amount: number
  readonly days: number
  readonly course: Course
  /** What the client says of the provider afterwards. */
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
  /** What comes of the offer that is awarded. */
  readonly work: Work | undefined
}

export interface Wish {
  readonly course: Course
  readonly client?: Trader
  readonly provider?: Provider
}

export class Planner {
  readonly #dice: Dice
  readonly #crowd: Crowd
  readonly #orders = new Map<Trade, Order[]>()

  /** Minor units of one unit of the currency. */
  readonly #unit: number

  constructor(dice: Dice, crowd: Crowd, unit: number) {
    this.#unit = unit
    this.#dice = dice
    this.#crowd = crowd
  }

  work({ course, client, provider = this.#provider(client) }: Wish): Work {
    const { trade } = provider
    const isDone = course === 'completed' || course === 'revised'
    return {
      client: client ?? this.#payer(provider),
      provider,
      order: this.#order(trade),
      amount: this.#amount(trade),
      days: this.#dice.between(3, 14),
      course,
      thanks: isDone && this.#dice.chance(70) ? this.#dice.pick(trade.thanks) : undefined,
    }
  }

  /** The listing by which a piece of work came about, with those who did not get it. */
  filled(work: Work): ListingPlan {
    const { client, provider, order, amount, days } = work
    const own = { provider, amount, text: this.#dice.pick(provider.trade.offers) }
    const others = this.#offers({ ...work, trade: provider.trade }, this.#dice.between(1, 3))
    const offers = this.#dice.shuffle([own, ...others.filter((offer) => offer.provider !== provider)])
    return { client, trade: provider.trade, order, amount, days, isDraft: false, offers, work }
  }

  open(offers: number, client: Trader = this.#dice.pick(this.#crowd.clients)): ListingPlan {
    const { trade } = this.#provider(client)
    const plan = { client, trade, order: this.#order(trade), amount: this.#amount(trade) }
    const days = this.#dice.between(3, 30)
    return { ...plan, days, isDraft: false, offers: this.#offers(plan, offers), work: undefined }
  }

  draft(client?: Trader): ListingPlan {
    return { ...this.open(0, client), isDraft: true }
  }

  #offers(
    { client, trade, amount }: Pick<ListingPlan, 'client' | 'trade' | 'amount'>,
    count: number,
  ): Offer[] {
    const able = this.#crowd.providers.filter(
      (provider) => provider.trade === trade && provider.person !== client.person,
    )
    return this.#dice.some(able, count).map((provider) => ({
      provider,
      amount: Math.round((amount * this.#dice.between(80, 110)) / (100 * this.#unit)) * this.#unit,
      text: this.#dice.pick(trade.offers),
    }))
  }

  /** Half of the work goes to a few, as it does everywhere. */
  #provider(client: Trader | undefined): Provider {
    const able = this.#crowd.providers.filter(({ person }) => person !== client?.person)
    const known = able.slice(0, Math.ceil(able.length / 4))
    return this.#dice.pick(this.#dice.chance(50) ? known : able)
  }

  #payer(provider: Provider): Trader {
    const payers = this.#crowd.clients.slice(0, Math.ceil(this.#crowd.clients.length / 2))
    return this.#dice.pick(payers.filter(({ person }) => person !== provider.person))
  }

  /** No two are alike before all have been used. */
  #order(trade: Trade): Order {
    const orders = this.#orders.get(trade) ?? []
    if (orders.length === 0) orders.push(...this.#dice.shuffle(ordersOf(trade)))
    this.#orders.set(trade, orders)
    return orders.pop() ?? this.#order(trade)
  }

  #amount({ prices }: Trade): number {
    return this.#dice.between(prices.from, prices.to) * this.#unit
  }
}
