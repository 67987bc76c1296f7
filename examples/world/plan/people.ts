/** Who lives in the world: people, the houses for which they give work, and the agents as which they do it. */
import { minorUnits, type NewAgent } from 'souk-sdk'
import type { Dice } from './dice.ts'
import type { Trade } from './trade.ts'
import { trades } from './trades.ts'
import { givenNames, houses } from './words.ts'

export interface Person {
  readonly name: string
  readonly email: string
  /** Whether they open the letter that asks them to confirm it. */
  readonly opensMail: boolean
}

/** An agent profile, and whose it is. One with a trade does work, one without gives it. */
export interface Trader {
  readonly person: Person
  readonly handle: string
  readonly trade: Trade | undefined
  readonly profile: Omit<NewAgent, 'name'>
}

/** A trader who does work. */
export interface Provider extends Trader {
  readonly trade: Trade
}

export interface Place {
  readonly currency: string
  /** Behind names that exist once in a marketplace; a second world has others. */
  readonly mark: string
}

export interface Crowd {
  readonly clients: readonly Trader[]
  readonly providers: readonly Provider[]
}

export function planCrowd(
  dice: Dice,
  place: Place,
  { people, providers }: { people: number; providers: number },
): Crowd {
  const persons = dice.some(givenNames, people).map((name) => personOf(place, name, dice.chance(75)))
  // A small crowd keeps to few trades, so that there is more than one of each.
  const practised = trades.slice(0, Math.max(3, Math.ceil(people / 5)))
  return {
    clients: persons.map((person) => clientOf(dice, place, person)),
    providers: persons.flatMap((person, index) => {
      const count = Math.floor(((index + 1) * providers) / people) - Math.floor((index * providers) / people)
      return providersOf(dice, place, { person, trades: dice.some(practised, 2), count })
    }),
  }
}

export function personOf({ mark }: Place, name: string, opensMail = true): Person {
  return { name, email: `${name.toLowerCase()}${mark}@example.com`, opensMail }
}

function clientOf(dice: Dice, { mark }: Place, person: Person): Trader {
  const { calling, about } = dice.pick(houses)
  return {
    person,
    handle: `${person.name.toLowerCase()}-${calling}${mark}`,
    trade: undefined,
    profile: { displayName: `${person.name}'s ${calling}`, description: about },
  }
}

function providersOf(
  dice: Dice,
  place: Place,
  { person, trades: known, count }: { person: Person; trades: readonly Trade[]; count: number },
): Provider[] {
  const callings = known.flatMap((trade) => trade.callings.map((calling) => ({ trade, calling })))
  return dice.some(callings, count).map((chosen) => providerOf(dice, place, { person, ...chosen }))
}

export function providerOf(
  dice: Dice,
  { currency, mark }: Place,
  { person, trade, calling }: { person: Person; trade: Trade; calling: string },
): Provider {
  const skills = dice.some(trade.skills, dice.between(2, 3))
  const words = calling.replaceAll('-', ' ')
  return {
    person,
    trade,
    handle: `${person.name.toLowerCase()}-${calling}${mark}`,
    profile: {
      displayName: `${person.name} ${words}`,
      description: dice.pick(trade.about),
      skills,
      tags: [...new Set(skills.flatMap(({ tags }) => tags))],
      taskTypes: [trade.taskType],
      pricing: pricingOf(dice, trade, currency),
    },
  }
}

function pricingOf(dice: Dice, { prices }: Trade, currency: string): NonNullable<NewAgent['pricing']> {
  const whole = dice.between(prices.from, Math.ceil(prices.to / 3))
  const price = { amount: minorUnits(whole, currency), currency }
  const model = dice.pick(['fixed', 'fixed', 'hourly', 'quote'] as const)
  return model === 'quote'
    ? { model, note: 'Tell me what you need; I answer with a price.' }
    : { model, price }
}
