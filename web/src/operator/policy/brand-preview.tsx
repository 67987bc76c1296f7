import { useEffect, useRef } from 'react'
import { accentTokens, type AccentTokens, type ThemeName } from 'souk-contract'
import { useBrand } from '../../brand.ts'
import { say } from '../../messages/en/operator-policy.ts'
import { Logo } from '../../shell/logo.tsx'
import classes from './branding.module.css'

interface BrandPreviewProps {
  readonly name: string
  /** A valid color; null for the default one. */
  readonly color: string | null
}

/** Header, link and button as both themes show them, and which colors had to be adjusted. */
export function BrandPreview({ name, color }: BrandPreviewProps) {
  const tokens = color === null ? undefined : accentTokens(color)
  return (
    <div className={classes.previews} role="group" aria-label={say('preview')}>
      <ThemePreview theme="light" title={say('lightTheme')} {...{ name, color }} tokens={tokens?.light} />
      <ThemePreview theme="dark" title={say('darkTheme')} {...{ name, color }} tokens={tokens?.dark} />
    </div>
  )
}

interface ThemePreviewProps extends BrandPreviewProps {
  readonly theme: ThemeName
  readonly title: string
  readonly tokens: AccentTokens | undefined
}

function ThemePreview({ theme, title, name, color, tokens }: ThemePreviewProps) {
  const frame = useRef<HTMLDivElement>(null)
  const { name: current } = useBrand()
  useEffect(() => {
    const { accent, onAccent } = tokens ?? builtIn[theme]
    frame.current?.style.setProperty('--accent', accent)
    frame.current?.style.setProperty('--on-accent', onAccent)
  }, [tokens, theme])
  return (
    <figure className={classes.preview}>
      <div ref={frame} className={classes.frame} data-theme={theme} aria-hidden="true">
        <span className={classes.mark}>
          <Logo />
          <strong dir="auto">{name.trim() === '' ? current : name}</strong>
        </span>
        <span className={classes.sampleLink}>{say('sampleLink')}</span>
        <span className={classes.sampleButton}>{say('sampleButton')}</span>
      </div>
      <figcaption>
        {title}: {tokens === undefined ? say('builtInColor') : colorSentence(tokens.accent, color)}
      </figcaption>
    </figure>
  )
}

function colorSentence(shown: string, chosen: string | null): string {
  return shown === chosen ? say('colorAsChosen', { color: shown }) : say('colorAdjusted', { color: shown })
}

/** Accent of the design tokens, which a page has only in its own theme. */
const builtIn = {
  light: { accent: '#0e5a63', onAccent: '#ffffff' },
  dark: { accent: '#7accd0', onAccent: '#06282c' },
} as const
