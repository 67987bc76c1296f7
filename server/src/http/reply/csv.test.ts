import { describe, expect, it } from 'vitest'
import { toCsv } from './csv.ts'

describe('toCsv', () => {
  it('writes a header line and values, quoted where necessary', () => {
    const items = [
      { kind: 'top_up', amount: -1250, text: 'a "quoted", text' },
      { kind: 'settle', amount: 5, text: 'two\nlines' },
    ]
    expect(toCsv(items)).toBe(
      'kind,amount,text\r\ntop_up,-1250,"a ""quoted"", text"\r\nsettle,5,"two\nlines"\r\n',
    )
  })

  it('prevents formula injection', () => {
    expect(toCsv([{ text: '=1+1' }, { text: '@sum' }])).toBe("text\r\n'=1+1\r\n'@sum\r\n")
    expect(toCsv([{ text: ' =1' }, { text: '＝1' }, { text: 'a;=1' }])).toBe(
      'text\r\n\' =1\r\n\'＝1\r\n"a;=1"\r\n',
    )
  })

  it('is empty without items', () => {
    expect(toCsv([])).toBe('\r\n')
  })
})
