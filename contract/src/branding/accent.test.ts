import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { accentStyles, accentTokens, contrast } from './accent.ts'

const tokens = readFileSync(join(import.meta.dirname, '../../../web/src/ui/styles/tokens.css'), 'utf8')

/** Surfaces on which the app shows links and buttons, as its design tokens define them. */
function surfacesOf(theme: 'light' | 'dark'): string[] {
  return ['sunk', 'paper', 'sheet', 'raised', 'hover', 'press'].map((name) => {
    const [, light = '', dark = ''] =
      new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens) ?? []
    return theme === 'light' ? light : dark
  })
}

const grid = ['00', '33', '66', '99', 'cc', 'ff']
const colors = grid.flatMap((red) => grid.flatMap((green) => grid.map((blue) => `#${red}${green}${blue}`)))

describe('accentTokens', () => {
  it('returns tokens that are readable on every surface of both themes, for colors of the whole range', () => {
    for (const color of colors) {
      for (const theme of ['light', 'dark'] as const) {
        const { accent, accent2, soft, onAccent } = accentTokens(color)[theme]
        for (const surface of [...surfacesOf(theme), soft]) {
          expect(contrast(accent, surface), `${color} on ${surface}`).toBeGreaterThanOrEqual(4.5)
          expect(contrast(accent2, surface), `${color} on ${surface}`).toBeGreaterThanOrEqual(4.5)
        }
        expect(contrast(onAccent, accent), color).toBeGreaterThanOrEqual(4.5)
        expect(contrast(onAccent, accent2), color).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  it('keep a color that is readable already', () => {
    expect(accentTokens('#0e5a63').light.accent).toBe('#0e5a63')
    expect(accentTokens('#7accd0').dark.accent).toBe('#7accd0')
  })

  it.each([
    ['#ffcc00', 'light'],
    ['#0000ff', 'dark'],
  ] as const)('adjust %s in the %s theme', (color, theme) => {
    expect(accentTokens(color)[theme].accent).not.toBe(color)
  })
})

describe('accentStyles', () => {
  it('override every accent token of the design', () => {
    const names = [...tokens.matchAll(/--(?:on-)?accent[\w-]*(?=:)/g)].map(([name]) => name)
    const styles = accentStyles('#b42c1f')
    expect(names.length).toBeGreaterThan(3)
    for (const name of names) expect(styles.match(new RegExp(`${name}: #[0-9a-f]{6};`, 'g'))).toHaveLength(3)
  })
})
