import { sql } from 'kysely'
import type { Agent, agentSorts, Contract, Input } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isId } from '../../src/lib/ids.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { createTestAgent, postListing } from '../fixtures/people/test-agents.ts'

let souk: Souk
let ada: Person
beforeAll(async () => {
  souk = await startSouk()
  ada = await souk.person()
})
afterAll(() => souk.stop())

type Fields = Partial<Input<Contract['users']['createMyAgent']>>

const agent = (fields: Fields) => souk.agent(ada, fields)
const search = async (query: object) =>
  (await souk.call('listAgents', query)).data.items.map(({ displayName }) => displayName)
const find = (q: string) => search({ q })
const named = (displayName: string, fields: Fields = {}) => agent({ displayName, ...fields })

/** The vocabulary is rebuilt at most once a minute. */
async function countWords(): Promise<void> {
  souk.clock.advance(60_000)
  await souk.work(['search-vocabulary'])
}

async function plantWork({ id }: Agent, completed: number): Promise<void> {
  await sql`insert into reputations (agent_id, completed, clients, had_deadline, on_time, disputed_as_provider, failed,
    settled, deliveries_judged, deliveries_accepted, disputed_as_client, updated_at)
    values (${id}, ${completed}, 1, 0, 0, 0, 0, ${completed}, 0, 0, 0, ${souk.clock.now()})
    on conflict (agent_id) do update set completed = excluded.completed`.execute(souk.context.database)
}

async function see({ id }: Agent): Promise<void> {
  if (isId('agt', id)) souk.context.presence.markSeen(id, souk.clock.now())
  await souk.work(['presence'])
}

describe('words', () => {
  it('rank whole matches before prefixes, and names before tags and text', async () => {
    await named('d', { description: 'Knows horticulturalists.' })
    await named('c', { description: 'Horticulture for everyone.' })
    await named('b', { tags: ['horticulture'] })
    await named('Horticulturalist')
    await named('Horticulture')
    const whole = ['Horticulture', 'Horticulturalist', 'b', 'c', 'd']
    expect(await find('horticulture')).toEqual(['Horticulture', 'b', 'c'])
    expect(await find('HORTICULTUR')).toEqual(
      ['Horticulture', 'Horticulturalist', 'b', 'c', 'd'].toSorted(byRank),
    )
    function byRank(left: string, right: string): number {
      return whole.indexOf(left) - whole.indexOf(right)
    }
  })

  it('rank higher when some of them occur in the name', async () => {
    await named('One', { description: 'falconry in winter' })
    await named('Falconry', { description: 'in winter' })
    await named('Two', { description: 'falconry in winter' })
    expect(await find('winter falconry')).toEqual(['Falconry', 'Two', 'One'])
  })

  it('match without accents', async () => {
    await named('Café Zürich')
    await named('Cafe Zurich')
    for (const q of ['café zürich', 'cafe zurich', 'CAFÉ ZURICH', 'cafe\u0301 zu']) {
      expect(await find(q)).toEqual(['Cafe Zurich', 'Café Zürich'])
    }
  })

  it.each([
    ['Russian', 'Ёлочный перевод', ['перевод', 'ПЕРЕ', 'елоч', 'перевдо']],
    ['Greek', 'Μετάφραση', ['μεταφραση', 'ΜΕΤΑΦΡΑΣΗ', 'μετα']],
    ['Hindi', 'हिन्दी अनुवाद', ['हिन्दी', 'अनुवाद', 'अनु']],
    ['Arabic', 'ترجمة قانونية', ['ترجمة', 'قانون']],
    ['Korean', '한국어 번역가', ['번역가', '번역']],
    ['Chinese', '专业机器翻译服务', ['翻译', '机器翻译', '服务 专业']],
    ['Japanese', '機械翻訳サービス', ['翻訳', 'サービス', '訳サ']],
    ['Thai', 'แปลภาษาไทย', ['แปลภาษา']],
  ])('may be %s', async (_language, displayName, queries) => {
    await named(displayName)
    await countWords()
    for (const q of queries) expect([q, await find(q)]).toEqual([q, [displayName]])
  })

  it('matches ideographs only if they are adjacent', async () => {
    await named('译文翻新')
    expect(await find('翻新')).toEqual(['译文翻新'])
    expect(await find('文译')).toEqual([])
  })
})

describe('misspelled words', () => {
  it.each([
    ['a transposition', 'ornihtology'],
    ['a missing letter', 'orithology'],
    ['a wrong letter', 'ornizhology'],
    ['a letter too many', 'ornitthology'],
    ['two mistakes in a long word', 'ornitholgyy'],
    ['another word beside it', 'ornihtology birds'],
    ['case', 'ORNIHTOLOGY'],
  ])('are corrected: %s', async (_name, q) => {
    if ((await find('ornithology')).length === 0) await named('Ornithology', { description: 'Birds.' })
    await countWords()
    expect(await find(q)).toEqual(['Ornithology'])
    const found = (await souk.call('discoverAgents', { capability: q })).data.agents
    expect(found.map(({ card }) => card.name)).toEqual(['Ornithology'])
  })

  it.each(['orn1thology', 'ornihtologist', 'xrnithxlxgy', 'brd'])('are not corrected: %s', async (q) => {
    expect(await find(q)).toEqual([])
  })

  it('rank after exact matches, and only if the correction is far more frequent', async () => {
    const bookkeepers = await Promise.all(
      Array.from({ length: 20 }, () => agent({ description: 'Bookkeeping for everyone.' })),
    )
    await named('Sloppy', { description: 'Bookeeping.' })
    await countWords()
    const found = await souk.call('listAgents', { q: 'bookeeping', limit: 100 })
    const names = found.data.items.map(({ displayName }) => displayName)
    expect([names[0], names.length]).toEqual(['Sloppy', bookkeepers.length + 1])
    await named('Careless', { description: 'Bookeeping.' })
    await countWords()
    expect(await find('bookeeping')).toEqual(['Careless', 'Sloppy'])
  })

  it('are never corrected to words of hidden agents', async () => {
    await named('Hidden', { description: 'speleology', visibility: 'private' })
    const secret = { id: 's', name: 'Speleology', description: 'x', tags: ['x'], private: true }
    await named('Half hidden', { skills: [secret] })
    const gone = await named('Gone', { description: 'speleology' })
    await souk.call('removeMyAgent', { agentId: gone.id }, { as: ada.token })
    const trader = await createTestAgent(souk)
    await postListing(souk, trader, { title: 'speleology', status: 'draft' })
    await countWords()
    const { rows } = await sql`select word from search_words where word like 'speleo%'`.execute(
      souk.context.database,
    )
    expect(rows).toEqual([])
    expect([await find('speleology'), await find('spelelogy')]).toEqual([[], []])
  })

  it('are no longer corrected to a word that no agent has', async () => {
    const last = await named('Last', { description: 'Campanology.' })
    await countWords()
    expect(await find('campanolgy')).toEqual(['Last'])
    await souk.call('updateMyAgent', { description: '' }, { as: ada.token, agent: last.id })
    await countWords()
    const known = await sql`select word from search_words where word = 'campanology'`.execute(
      souk.context.database,
    )
    expect(known.rows).toEqual([])
  })

  it('use a vocabulary rebuilt at most once a minute, without extensions', async () => {
    await countWords()
    await named('Fresh', { description: 'Numismatics.' })
    await souk.work(['search-vocabulary'])
    expect([await find('numismatics'), await find('numismtics')]).toEqual([['Fresh'], []])
    await countWords()
    expect(await find('numismtics')).toEqual(['Fresh'])
    const { rows } = await sql`select extname from pg_extension`.execute(souk.context.database)
    expect(rows).toEqual([{ extname: 'plpgsql' }])
  })

  it('are corrected in listings, in every order', async () => {
    const trader = await createTestAgent(souk)
    await postListing(souk, trader, { title: 'Glaciology of the Alps' })
    await countWords()
    for (const sort of ['newest', 'budget', 'relevance'] as const) {
      const { items } = (await souk.call('listListings', { q: 'glaciolgy alps', sort })).data
      expect(items.map(({ title }) => title)).toEqual(['Glaciology of the Alps'])
    }
  })
})

describe('rank', () => {
  it('orders by match, then verified work and presence, then newest', async () => {
    const description = 'Sigillography.'
    const skills = [{ id: 'sew', name: 'Sew', description: 'Sews.', tags: ['t'] }]
    const [proven, expert, present, , latest] = [
      await named('proven', { description, skills }),
      await named('expert', { description, skills }),
      await named('present', { description, skills }),
      await named('older', { description, skills }),
      await named('newer', { description, skills }),
      await named('Sigillography', { skills }),
    ]
    await plantWork(proven, 3)
    await plantWork(expert, 500)
    await see(present)
    expect(await find('sigillography')).toEqual([
      'Sigillography',
      'expert',
      'present',
      'proven',
      'newer',
      'older',
    ])
    await plantWork(latest, 100_000)
    await see(latest)
    expect((await find('sigillography')).slice(0, 3)).toEqual(['Sigillography', 'newer', 'expert'])
    souk.clock.advance(61 * 60_000)
    expect(await find('sigillography')).toEqual([
      'Sigillography',
      'newer',
      'expert',
      'proven',
      'older',
      'present',
    ])
  })

  it('treats a healthy webhook as presence', async () => {
    const [healthy, failing] = [
      await named('healthy', { description: 'vexillology' }),
      await named('failing', { description: 'vexillology' }),
    ]
    const plant = ({ id }: Agent, failures: number) =>
      sql`insert into webhooks (id, agent_id, url, secret, status, first_failure_at, failures, attempts, last_success_at,
        created_at, updated_at)
        values (${`whk_${id}`}, ${id}, 'https://example.com', '', 'active',
          ${failures > 0 ? souk.clock.now() : null}, ${failures}, 1, ${souk.clock.now()}, now(), now())`.execute(
        souk.context.database,
      )
    await plant(healthy, 0)
    await plant(failing, 2)
    expect(await find('vexillology')).toEqual(['healthy', 'failing'])
  })

  it('pages without gaps or duplicates while presence changes', async () => {
    const created: Agent[] = []
    for (let count = 0; count < 9; count++)
      created.push(await named(`n${count}`, { description: 'heraldry' }))
    const [present, absent] = [created.slice(0, 5), created.slice(5)]
    for (const one of present) await see(one)
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const { data } = await souk.call('listAgents', { q: 'heraldry', limit: 2, ...(cursor && { cursor }) })
      seen.push(...data.items.map(({ displayName }) => displayName))
      cursor = data.nextCursor
      for (const item of data.items) await plantWork(item, 10)
      souk.clock.advance(61 * 60_000)
    } while (cursor)
    const expected = [...present.toReversed(), ...absent.toReversed()].map(({ displayName }) => displayName)
    expect(seen).toEqual(expected)
  })
})

describe('sort', () => {
  it('orders agents by rating, price, response time and age, those without the figure last', async () => {
    const priced = (amount: number) => ({
      pricing: { model: 'fixed' as const, price: { amount, currency: 'USD' } },
    })
    const description = 'lepidoptery'
    const first = await named('first', { description, ...priced(300) })
    const second = await named('second', { description, ...priced(100) })
    const skill = { id: 'net', name: 'Net', description: 'Nets.', tags: ['t'] }
    await named('third', { description, skills: [skill] })
    await named('empty', { description })
    for (const [rated, rating, raters, seconds] of [
      [first, 480, 9, 50],
      [second, 490, 3, 7000],
    ] as const) {
      await plantWork(rated, 9)
      await sql`update reputations set provider_rating = ${rating}, provider_raters = ${raters},
        median_response_seconds = ${seconds} where agent_id = ${rated.id}`.execute(souk.context.database)
    }
    const sorted = async (sort: (typeof agentSorts)[number]) => {
      const seen: string[] = []
      let cursor: string | null | undefined
      do {
        const input = { q: 'lepidoptery', sort, limit: 2, ...(cursor && { cursor }) }
        const { data } = await souk.call('listAgents', input)
        seen.push(...data.items.map(({ displayName }) => displayName))
        cursor = data.nextCursor
      } while (cursor)
      return seen
    }
    expect(await sorted('rating')).toEqual(['second', 'first', 'third', 'empty'])
    expect(await sorted('price')).toEqual(['second', 'first', 'third', 'empty'])
    expect(await sorted('response')).toEqual(['first', 'second', 'third', 'empty'])
    expect(await sorted('newest')).toEqual(['third', 'second', 'first', 'empty'])
    const { items } = (await souk.call('listAgents', { q: 'lepidoptery', maxResponseMinutes: 60 })).data
    expect(items.map(({ displayName }) => displayName)).toEqual(['first'])
    const { facets } = (await souk.call('getAgentFacets', { q: 'lepidoptery' })).data
    expect(facets.responses).toEqual([
      { maxMinutes: 1, count: 1 },
      { maxMinutes: 60, count: 1 },
      { maxMinutes: 1440, count: 2 },
    ])
  })
})

describe('filters', () => {
  it('combine with words', async () => {
    const skill = { id: 'sew', name: 'Sew', description: 'Sews.', tags: ['t'] }
    await named('all', { description: 'tailoring', tags: ['suits'], skills: [skill] })
    await named('tagged', { description: 'tailoring', tags: ['suits'] })
    await named('plain', { description: 'tailoring' })
    await named('private', {
      description: 'tailoring',
      tags: ['suits'],
      skills: [skill],
      visibility: 'private',
    })
    await countWords()
    for (const q of ['tailoring', 'tailroing']) {
      expect(await search({ q })).toEqual(['all', 'plain', 'tagged'])
      expect(await search({ q, tag: 'suits' })).toEqual(['all', 'tagged'])
      expect(await search({ q, tag: 'suits', skill: 'sew' })).toEqual(['all'])
      expect(await search({ q, skill: 'none' })).toEqual([])
    }
  })
})

describe('hostile texts', () => {
  it.each([
    `' & | ! ( ) : * <-> \\ % _`,
    `'; drop table agents; --`,
    `a:*A | 'b`,
    `\\`,
    'x'.repeat(200),
    '﷽'.repeat(200),
    '㌖'.repeat(200),
    'Z̤͔ͧ̑̓'.repeat(20),
    '\u0301\u0301',
    '👩‍👩‍👧 \u200d \ufeff',
    Array.from({ length: 66 }, (_, index) => index % 10).join(' '),
    '١٢٣ 1e5 0x1F -1.5e-7',
  ])('cause no error: %j', async (q) => {
    expect((await souk.call('listAgents', { q })).status).toBe(200)
    expect((await souk.call('listListings', { q, sort: 'relevance' })).status).toBe(200)
    expect((await souk.call('discoverAgents', { capability: q })).status).toBe(200)
    expect(souk.loggedErrors).toEqual([])
  })
})
