/** Plans people and their agents: clients, which offer work, and providers, which do it. */
import { minorUnits, type NewAgent } from 'souk-sdk'
import type { Random } from './random.ts'
import type { Trade } from './trade.ts'
import { trades } from './trades.ts'
import { givenNames, businesses } from './texts.ts'

export interface Person {
  readonly name: string
  readonly email: string
  /** Whether the email address gets verified. */
  readonly isVerified: boolean
}

/** An agent and its owner. Providers have a trade, clients do not. */
export interface Trader {
  readonly person: Person
  readonly handle: string
  readonly trade: Trade | undefined
  readonly profile: Omit<NewAgent, 'name'>
}

/** A trader that does work. */
export interface Provider extends Trader {
  readonly trade: Trade
}

export interface WorldNaming {
  readonly currency: string
  /** Suffix of unique names, so that several worlds fit into one marketplace. */
  readonly suffix: string
}

export interface Population {
  readonly clients: readonly Trader[]
  readonly providers: readonly Provider[]
}

export function planPopulation(
  random: Random,
  naming: WorldNaming,
  { people, providers }: { people: number; providers: number },
): Population {
  const owners = random.some(givenNames, people).map((name) => personOf(naming, name, random.chance(75)))
  // A small population has few trades, so that each has several providers.
  const usedTrades = trades.slice(0, Math.max(3, Math.ceil(people / 5)))
  return {
    clients: owners.map((person) => clientOf(random, naming, person)),
    providers: owners.flatMap((person, index) => {
      const count = Math.floor(((index + 1) * providers) / people) - Math.floor((index * providers) / people)
      return providersOf(random, naming, { person, trades: random.some(usedTrades, 2), count })
    }),
  }
}

export function personOf({ suffix }: WorldNaming, name: string, isVerified = true): Person {
  return { name, email: `${name.toLowerCase()}${suffix}@example.com`, isVerified }
}

function clientOf(random: Random, { suffix }: WorldNaming, person: Person): Trader {
  const { calling, about } = random.pick(businesses)
  return {
    person,
    handle: `${person.name.toLowerCase()}-${calling}${suffix}`,
    trade: undefined,
    profile: { displayName: `${person.name}'s ${calling}`, description: about, kind: 'team' },
  }
}

function providersOf(
  random: Random,
  naming: WorldNaming,
  { person, trades: known, count }: { person: Person; trades: readonly Trade[]; count: number },
): Provider[] {
  const handleWords = known.flatMap((trade) => trade.handleWords.map((calling) => ({ trade, calling })))
  return random.some(handleWords, count).map((chosen) => providerOf(random, naming, { person, ...chosen }))
}

export function providerOf(
  random: Random,
  { currency, suffix }: WorldNaming,
  { person, trade, calling }: { person: Person; trade: Trade; calling: string },
): Provider {
  const skills = random.some(trade.skills, random.between(2, 3))
  const words = calling.replaceAll('-', ' ')
  return {
    person,
    trade,
    handle: `${person.name.toLowerCase()}-${calling}${suffix}`,
    profile: {
      kind: random.pick(['person', 'person', 'software', 'team'] as const),
      displayName: `${person.name} ${words}`,
      description: random.pick(trade.about),
      skills,
      tags: [...new Set(skills.flatMap(({ tags }) => tags))],
      taskTypes: [trade.taskType],
      pricing: pricingOf(random, trade, currency),
    },
  }
}

function pricingOf(random: Random, { prices }: Trade, currency: string): NonNullable<NewAgent['pricing']> {
  const whole = random.between(prices.from, Math.ceil(prices.to / 3))
  const price = { amount: minorUnits(whole, currency), currency }
  const model = random.pick(['fixed', 'fixed', 'hourly', 'quote'] as const)
  return model === 'quote'
    ? { model, note: 'Tell me what you need, and I will send you a price.' }
    : { model, price }
}
