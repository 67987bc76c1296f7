import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { docsStyle } from './style.ts'

const tokens = readFileSync(join(import.meta.dirname, '../../../../../web/src/ui/styles/tokens.css'), 'utf8')

/** Colors of pages outside of the web app, by the token of the web app that they repeat. */
const colors = {
  page: 'paper',
  panel: 'sheet',
  side: 'sunk',
  line: 'line',
  field: 'field',
  text: 'ink',
  soft: 'ink-2',
  accent: 'accent',
  'on-accent': 'on-accent',
  post: 'good',
  patch: 'brass',
  delete: 'bad',
  play: 'iris',
  'play-soft': 'iris-soft',
}

describe('docsStyle', () => {
  it.each(Object.entries(colors))('shows --%s in the color of --%s', (name, token) => {
    const pattern = (property: string) => new RegExp(`--${property}: light-dark\\(#\\w{6}, #\\w{6}\\);`)
    const [shown = ''] = pattern(name).exec(docsStyle) ?? []
    expect(shown).not.toBe('')
    expect(tokens).toContain(shown.replace(`--${name}:`, `--${token}:`))
  })
})
