import { describe, expect, it } from 'vitest'
import { render, type Look } from './render.ts'
import { at, id, line, money, prose, record, state, table, type Fields } from './views.ts'

const paper: Look = { width: undefined, colour: false, now: new Date('2026-11-15T12:00:00Z') }

interface Row {
  readonly id: string
  readonly title: string
  readonly price: number
}

const fields: Fields<Row> = {
  id: (row) => id(row.id),
  title: ({ title }) => title,
  price: ({ price }) => money({ amount: price, currency: 'USD' }),
}
const rows = [
  { id: 'lst_1', title: 'Translate a very long contract', price: 12_000 },
  { id: 'lst_2', title: '日本語', price: 5 },
]

describe('render', () => {
  it('aligns columns, amounts to the right, and counts wide characters twice', () => {
    expect(render([table(fields, rows, 'None.')], paper)).toBe(
      [
        'ID     TITLE                                PRICE',
        'lst_1  Translate a very long contract  USD 120.00',
        'lst_2  日本語                            USD 0.05',
        '',
      ].join('\n'),
    )
    expect(render([table(fields, [], 'None.')], paper)).toBe('None.\n')
  })

  it('cuts what is long on a terminal, never ids and amounts, and leaves the last columns out before it breaks lines', () => {
    const shown = (width: number) => render([table(fields, rows, '')], { ...paper, width }).split('\n')
    expect(shown(30)[1]).toBe('lst_1  Translate…   USD 120.00')
    expect(shown(20)).toEqual(['ID     TITLE …', 'lst_1  Translate…', 'lst_2  日本語', ''])
    for (const width of [8, 12, 20, 25, 40])
      for (const text of shown(width)) expect(text.length).toBeLessThanOrEqual(width)
  })

  it('shows records with what is there, and moments in full', () => {
    const block = record(
      { name: () => 'Ada', none: () => undefined, since: () => at('2026-11-15T11:00:00.000Z') },
      {},
    )
    expect(render([block], paper)).toBe(
      'name   Ada\nsince  60 min ago (2026-11-15 11:00:00 UTC)\n'.replace('60 min', '1 h'),
    )
  })

  it('colours states, and nothing else that it was given', () => {
    const colour = { ...paper, colour: true }
    expect(render([record({ a: () => state('failed') }, {})], colour)).toContain('\u001B[31mfailed\u001B[0m')
    expect(render([record({ a: () => 'failed' }, {})], colour)).not.toContain('\u001B[31m')
  })

  it.each([
    '\u001B[2J',
    '\u0007',
    '\u009B31m',
    '\u202E',
    '\u200B',
    '\uFEFF',
    '\u2066',
    '\u{E0041}',
    '\u00AD',
    '\r',
  ])('lets %j of nobody through', (hidden) => {
    const evil = `be${hidden}fore`
    const everywhere = [
      table({ a: () => evil, b: () => id(evil), c: () => state(evil) }, [1], ''),
      record({ a: () => evil }, 1),
      prose(evil),
      line(evil),
    ]
    expect(render(everywhere, paper)).not.toContain(hidden)
  })

  it('keeps the lines of what somebody wrote, and breaks no table', () => {
    expect(render([prose('one\r\ntwo\u2028three')], paper)).toBe('  one\n  two\n  three\n')
    expect(render([table({ a: () => 'one\ntwo' }, [1], '')], paper)).toBe('A\none two\n')
  })
})
