import type { ReactNode } from 'react'

/** Arches that fill as a task progresses. */
export type Glyph = 'dashed' | 'half' | 'question' | 'arrow' | 'changes' | 'check' | 'split' | 'cross'

const arch = 'M2.5 14.25V8a5.5 5.5 0 0 1 11 0v6.25z'
const line = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const

/** Marks on a filled arch are cut out in the color of the surface. */
const marks: Readonly<Record<Glyph, ReactNode>> = {
  dashed: null,
  half: <path d="M4.6 12.6V9.6h6.8v3z" fill="currentColor" />,
  question: (
    <>
      <path
        d="M6.4 7.4a1.65 1.65 0 1 1 2.5 1.4c-.6.4-.9.7-.9 1.4"
        stroke="currentColor"
        strokeWidth="1.3"
        {...line}
      />
      <circle cx="8" cy="12" r=".85" fill="currentColor" />
    </>
  ),
  arrow: <path d="M8 6v5M5.9 9.1 8 11.2l2.1-2.1" stroke="var(--sheet)" strokeWidth="1.5" {...line} />,
  changes: (
    <path
      d="M10.6 9.4a2.7 2.7 0 1 1-.9-2M10.2 5.6v2H8.3"
      stroke="currentColor"
      strokeWidth="1.25"
      {...line}
    />
  ),
  check: <path d="m5.6 9.2 1.7 1.7 3.1-3.5" stroke="var(--sheet)" strokeWidth="1.6" {...line} />,
  split: <path d="M8 2.6v11.6" stroke="var(--sheet)" strokeWidth="1.8" />,
  cross: <path d="m6 8 4 4m0-4-4 4" stroke="currentColor" strokeWidth="1.4" {...line} />,
}

const filled: ReadonlySet<Glyph> = new Set(['arrow', 'check', 'split'])

export function PhaseGlyph({ glyph, size = 13 }: { glyph: Glyph; size?: number }) {
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} aria-hidden="true">
      <path
        d={arch}
        fill={filled.has(glyph) ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
        strokeDasharray={glyph === 'dashed' ? '3 2' : undefined}
      />
      {marks[glyph]}
    </svg>
  )
}
