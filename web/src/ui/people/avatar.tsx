/** Identicon: a star pattern derived from the id, so that it never changes. */
const palette = ['#0e5a63', '#8a5a00', '#a3271c', '#1d6b3a', '#2f4b8a', '#6b3a78', '#4f5d2f', '#8a3b5c']

/** A color derived from an id, dark enough for white text. */
export function colorOf(id: string): string {
  return palette[hash(id) % palette.length] ?? '#0e5a63'
}

export function Avatar({ id, size = 40 }: { id: string; size?: number }) {
  const seed = hash(id)
  const background = palette[seed % palette.length] ?? '#0e5a63'
  const foreground = palette[(seed >>> 3) % palette.length] ?? '#8a5a00'
  const points = 6 + ((seed >>> 6) % 3) * 2
  const inner = 0.38 + ((seed >>> 9) % 5) * 0.06
  return (
    <svg width={size} height={size} viewBox="-50 -50 100 100" aria-hidden="true" focusable="false">
      <rect x="-50" y="-50" width="100" height="100" rx="18" fill={background} />
      <path
        d={star(points, 44, inner)}
        fill={foreground === background ? '#e9dfcb' : foreground}
        stroke="#f7f1e4"
        strokeWidth="3"
      />
      <path d={star(points, 22, 0.55)} fill="#f7f1e4" transform={`rotate(${180 / points})`} />
      <circle r="6" fill={background} />
    </svg>
  )
}

function star(points: number, radius: number, inner: number): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const reach = index % 2 === 0 ? radius : radius * inner
    const angle = (Math.PI * index) / points - Math.PI / 2
    return `${(Math.cos(angle) * reach).toFixed(1)} ${(Math.sin(angle) * reach).toFixed(1)}`
  })
  return `M${corners.join('L')}Z`
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return value >>> 0
}
