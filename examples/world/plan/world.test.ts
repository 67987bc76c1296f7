import { describe, expect, it } from 'vitest'
import { ordersOf } from './trade.ts'
import { trades } from './trades.ts'
import { planWorld, sizes } from './world.ts'

const plan = (seed: number, size: keyof typeof sizes = 'full') =>
  planWorld({ seed, size: sizes[size], currency: 'USD' })

describe('planWorld', () => {
  it('is deterministic per seed', () => {
    expect(plan(7)).toEqual(plan(7))
    const titles = (seed: number) => plan(seed).listings.map(({ order }) => order.title)
    expect(titles(7)).not.toEqual(titles(8))
  })

  it('creates unique handles, even across worlds', () => {
    const handles = [1, 2].flatMap((seed) => plan(seed).traders.map(({ handle }) => handle))
    expect(new Set(handles).size).toBe(handles.length)
    expect(handles.filter((handle) => !/^[a-z][a-z0-9-]{2,39}$/.test(handle))).toEqual([])
    expect(handles).toHaveLength(400)
  })

  it.each(['full', 'small'] as const)('never pairs agents of the same person in a %s world', (size) => {
    const { listings, hires, connections, threads, endorsements } = plan(3, size)
    const pairs = [
      ...hires.map(({ client, provider }) => [client, provider]),
      ...listings.flatMap(({ client, offers }) => offers.map(({ provider }) => [client, provider])),
      ...[...connections, ...threads, ...endorsements].map(({ from, to }) => [from, to]),
    ]
    expect(pairs.filter(([one, other]) => one?.person === other?.person)).toEqual([])
    expect(listings.filter(({ work, offers }) => work !== undefined && !offers.some((offer) => offer.provider === work.provider))).toEqual([]) // prettier-ignore
  })

  it('gives the demo users tasks with every outcome, even in a small world', () => {
    const { visitors, listings, hires } = plan(1, 'small')
    const works = [...hires, ...listings.flatMap(({ work }) => work ?? [])]
    const given = works.filter(({ client }) => client === visitors.client)
    const done = works.filter(({ provider }) => provider === visitors.provider)
    const all = [
      'asked',
      'completed',
      'declined',
      'delivered',
      'disputed',
      'failed',
      'requested',
      'revised',
      'working',
    ]
    for (const outcomes of [given, done]) {
      expect([...new Set(outcomes.map(({ outcome }) => outcome))].toSorted()).toEqual(all)
    }
  })
})

describe('ordersOf', () => {
  it.each(trades)('replaces all placeholders of $taskType without duplicates', (trade) => {
    const titles = ordersOf(trade).map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
    const texts = ordersOf(trade).flatMap(({ title, description }) => [title, description])
    expect(texts.filter((text) => /[{}]/.test(text) || text.length > 1000)).toEqual([])
    expect(titles.filter((title) => title.length > 80)).toEqual([])
  })
})
