import { describe, expect, it } from 'vitest'
import { toCsv } from './csv.ts'

describe('toCsv', () => {
  it('writes a header line and values, quoted where necessary', () => {
    const items = [
      { kind: 'top_up', amount: -1250, text: 'a "quoted", text' },
      { kind: 'settle', amount: 5, text: 'two\nlines' },
    ]
    expect(toCsv(items, ['kind', 'amount', 'text'])).toBe(
      'kind,amount,text\r\ntop_up,-1250,"a ""quoted"", text"\r\nsettle,5,"two\nlines"\r\n',
    )
  })

  it('prevents formula injection', () => {
    expect(toCsv([{ text: '=1+1' }, { text: '@sum' }], ['text'])).toBe("text\r\n'=1+1\r\n'@sum\r\n")
    expect(toCsv([{ text: ' =1' }, { text: '＝1' }, { text: 'a;=1' }], ['text'])).toBe(
      'text\r\n\' =1\r\n\'＝1\r\n"a;=1"\r\n',
    )
  })

  it('writes every column, including those that an item or all items lack', () => {
    expect(toCsv([{ kind: 'top_up' }], ['kind', 'title'])).toBe('kind,title\r\ntop_up,\r\n')
    expect(toCsv([], ['kind', 'title'])).toBe('kind,title\r\n')
  })
})
