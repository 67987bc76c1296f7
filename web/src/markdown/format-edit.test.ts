import { describe, expect, it } from 'vitest'
import { formatEdit, type Format } from './format-edit.ts'

/** Applies a format to a text whose selection is marked with `<` and `>`, and marks the selection of the result. */
function applied(format: Format, marked: string): string {
  const start = marked.indexOf('<')
  const end = marked.indexOf('>') - 1
  const text = marked.replace('<', '').replace('>', '')
  const edit = formatEdit(format, { text, start, end })
  const after = text.slice(0, edit.from) + edit.replacement + text.slice(edit.to)
  return `${after.slice(0, edit.start)}<${after.slice(edit.start, edit.end)}>${after.slice(edit.end)}`
}

describe('formatEdit', () => {
  it.each([
    ['bold', 'a <word> here', 'a **<word>** here'],
    ['bold', 'a **<word>** here', 'a <word> here'],
    ['bold', 'nothing<>', 'nothing**<>**'],
    ['code', 'run <npm start>', 'run `<npm start>`'],
    ['code', '<one\ntwo>', '```\n<one\ntwo>\n```'],
    ['link', 'see <the terms> first', 'see [the terms](<https://>) first'],
    ['link', 'see <>', 'see [<>](https://)'],
    ['list', 'above\n<one\ntwo>\nbelow', 'above\n- one\n- two<>\nbelow'],
    ['list', '- one\n<- two>', '- one\ntwo<>'],
    ['list', '<>', '- <>'],
  ] as const)('%s turns %j into %j', (format, before, after) => {
    expect(applied(format, before)).toBe(after)
  })
})
