import { describe, expect, it } from 'vitest'
import { toCsv } from './csv.ts'

describe('toCsv', () => {
  it('writes names, then values, quoted where they need it', () => {
    const items = [
      { kind: 'top_up', amount: -1250, text: 'a "quoted", text' },
      { kind: 'settle', amount: 5, text: 'two\nlines' },
    ]
    expect(toCsv(items)).toBe(
      'kind,amount,text\r\ntop_up,-1250,"a ""quoted"", text"\r\nsettle,5,"two\nlines"\r\n',
    )
  })

  it('lets no text become a formula', () => {
    expect(toCsv([{ text: '=1+1' }, { text: '@sum' }])).toBe("text\r\n'=1+1\r\n'@sum\r\n")
    expect(toCsv([{ text: ' =1' }, { text: '＝1' }, { text: 'a;=1' }])).toBe(
      'text\r\n\' =1\r\n\'＝1\r\n"a;=1"\r\n',
    )
  })

  it('is empty for nothing', () => {
    expect(toCsv([])).toBe('\r\n')
  })
})
