/** Every component of the design system in every state, at `/dev/ui`. For developers, so its texts are not translated. */
import { useState } from 'react'
import { applyTheme, currentTheme, type Theme } from '../theme.ts'
import { Page, Panel, Row, Stack } from '../ui/page/layout.tsx'
import { Segments } from '../ui/forms/segments.tsx'
import { Controls } from './controls.tsx'
import { Feedback } from './feedback.tsx'
import { Values } from './values.tsx'

const themes = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

export function Component() {
  const [theme, setTheme] = useState<Theme>(currentTheme)
  const choose = (next: Theme) => {
    applyTheme(next)
    setTheme(next)
  }
  return (
    <Page
      title="Components"
      lead="Every component of web/src/ui in every state."
      actions={<Segments label="Theme" options={themes} value={theme} onSelect={choose} />}
    >
      <Stack gap={5}>
        <Panel title="Colors">
          <Row>
            {colors.map((color) => (
              <Swatch key={color} name={color} />
            ))}
          </Row>
        </Panel>
        <Controls />
        <Values />
        <Feedback />
      </Stack>
    </Page>
  )
}

const colors = ['paper', 'sheet', 'line', 'ink', 'ink-2', 'accent', 'brass', 'good', 'bad', 'iris'] as const

function Swatch({ name }: { name: string }) {
  return (
    <span>
      <svg width="32" height="32" aria-hidden="true">
        <rect width="32" height="32" rx="6" fill={`var(--${name})`} stroke="var(--line)" />
      </svg>{' '}
      <code>{name}</code>
    </span>
  )
}
