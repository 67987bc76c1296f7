import { describe, expect, it } from 'vitest'
import { render, type RenderOptions } from './render.ts'
import { at, id, line, money, prose, record, state, table, type Fields } from './views.ts'

const plain: RenderOptions = { width: undefined, color: false, now: new Date('2026-11-15T12:00:00Z') }

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
  it('aligns columns, right-aligns amounts and counts wide characters as two columns', () => {
    expect(render([table(fields, rows, 'None.')], plain)).toBe(
      [
        'ID     TITLE                                PRICE',
        'lst_1  Translate a very long contract  USD 120.00',
        'lst_2  日本語                            USD 0.05',
        '',
      ].join('\n'),
    )
    expect(render([table(fields, [], 'None.')], plain)).toBe('None.\n')
  })

  it('truncates text but not ids and amounts, and drops the last columns if a row still does not fit', () => {
    const shown = (width: number) => render([table(fields, rows, '')], { ...plain, width }).split('\n')
    expect(shown(30)[1]).toBe('lst_1  Translate…   USD 120.00')
    expect(shown(20)).toEqual(['ID     TITLE …', 'lst_1  Translate…', 'lst_2  日本語', ''])
    for (const width of [8, 12, 20, 25, 40])
      for (const text of shown(width)) expect(text.length).toBeLessThanOrEqual(width)
  })

  it('omits empty fields of a record and prints its timestamps in full', () => {
    const block = record(
      { name: () => 'Ada', none: () => undefined, since: () => at('2026-11-15T11:00:00.000Z') },
      {},
    )
    expect(render([block], plain)).toBe(
      'name   Ada\nsince  60 min ago (2026-11-15 11:00:00 UTC)\n'.replace('60 min', '1 h'),
    )
  })

  it('colors states and no other text', () => {
    const color = { ...plain, color: true }
    expect(render([record({ a: () => state('failed') }, {})], color)).toContain('\u001B[31mfailed\u001B[0m')
    expect(render([record({ a: () => 'failed' }, {})], color)).not.toContain('\u001B[31m')
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
  ])('removes %j from text of users', (character) => {
    const unsafe = `be${character}fore`
    const blocks = [
      table({ a: () => unsafe, b: () => id(unsafe), c: () => state(unsafe) }, [1], ''),
      record({ a: () => unsafe }, 1),
      prose(unsafe),
      line(unsafe),
    ]
    expect(render(blocks, plain)).not.toContain(character)
  })

  it('keeps the line breaks of prose and joins those of a table cell', () => {
    expect(render([prose('one\r\ntwo\u2028three')], plain)).toBe('  one\n  two\n  three\n')
    expect(render([table({ a: () => 'one\ntwo' }, [1], '')], plain)).toBe('A\none two\n')
  })
})
