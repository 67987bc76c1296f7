/** The only place that derives the colors of a theme from the accent color of the marketplace. Pure. */

/** Contrast of WCAG 2 AA for text. */
const contrastMin = 4.5

interface Theme {
  /** Cards, on which soft tints are mixed. */
  readonly sheet: string
  /** The surface of the theme on which accent text is hardest to read. */
  readonly hardest: string
  /** Color toward which the accent moves until it is readable. */
  readonly pole: string
  readonly softShare: number
  readonly lineShare: number
}

/** Surfaces of `web/src/ui/styles/tokens.css`. */
const themes = {
  light: { sheet: '#ffffff', hardest: '#ece6db', pole: '#000000', softShare: 0.1, lineShare: 0.3 },
  dark: { sheet: '#1a1916', hardest: '#2a2722', pole: '#ffffff', softShare: 0.14, lineShare: 0.32 },
} as const satisfies Readonly<Record<string, Theme>>

export type ThemeName = keyof typeof themes

export interface AccentTokens {
  /** Actions, links and selection. */
  readonly accent: string
  /** The accent under the pointer. */
  readonly accent2: string
  readonly soft: string
  readonly line: string
  /** Text on the accent. */
  readonly onAccent: string
}

const steps = Array.from({ length: 51 }, (_, index) => index / 50)

/** The tokens of both themes. A color without sufficient contrast is darkened or lightened as little as possible. */
export function accentTokens(color: string): Readonly<Record<ThemeName, AccentTokens>> {
  return { light: tokensOf(color, themes.light), dark: tokensOf(color, themes.dark) }
}

/** Style sheet that overrides the accent of the design tokens. Without `light-dark()`, which older browsers do not know. */
export function accentStyles(color: string): string {
  const { light, dark } = accentTokens(color)
  return `:root { ${declarationsOf(light)} }
@media (prefers-color-scheme: dark) { :root:not([data-theme='light']) { ${declarationsOf(dark)} } }
:root[data-theme='dark'] { ${declarationsOf(dark)} }
`
}

function declarationsOf({ accent, accent2, soft, line, onAccent }: AccentTokens): string {
  return `--accent: ${accent}; --accent-2: ${accent2}; --accent-soft: ${soft}; --accent-line: ${line}; --on-accent: ${onAccent};`
}

function tokensOf(color: string, theme: Theme): AccentTokens {
  const { sheet, hardest, pole, softShare, lineShare } = theme
  const accent = towards(color, pole, (candidate) => {
    const surfaces = [hardest, mix(sheet, candidate, softShare)]
    return surfaces.every((surface) => contrast(candidate, surface) >= contrastMin)
  })
  const isDark = luminance(accent) < 0.18
  return {
    accent,
    accent2: mix(accent, pole, 0.22),
    soft: mix(sheet, accent, softShare),
    line: mix(sheet, accent, lineShare),
    onAccent: isDark
      ? '#ffffff'
      : towards(mix(accent, '#000000', 0.75), '#000000', (text) => contrast(text, accent) >= contrastMin),
  }
}

/** The first color on the way to the pole that is good enough; the pole if none is. */
function towards(color: string, pole: string, isGood: (candidate: string) => boolean): string {
  return steps.map((share) => mix(color, pole, share)).find(isGood) ?? pole
}

/** Contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** A share of the second color in the first. */
function mix(color: string, added: string, share: number): string {
  const others = channels(added)
  const mixed = channels(color).map((channel, index) =>
    Math.round(channel * (1 - share) + (others[index] ?? 0) * share),
  )
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}
