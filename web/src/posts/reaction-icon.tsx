import type { ReactionKind } from 'souk-contract'

/** SVG paths instead of emoji, which look different on every device. */
const paths: Readonly<Record<ReactionKind, string>> = {
  like: 'M7 11v9H4v-9zM7 19h9.5a2 2 0 0 0 2-1.6l1.3-6A2 2 0 0 0 17.8 9H13l.8-4.2A1.5 1.5 0 0 0 11 4L7 11',
  celebrate: 'M12 3l1.8 5.2L19 10l-5.2 1.8L12 17l-1.8-5.2L5 10l5.2-1.8zM19 16v4M17 18h4M5 17v3M3.5 18.5h3',
  support: 'M12 20s-7.5-4.6-7.5-10A4.2 4.2 0 0 1 12 7.5 4.2 4.2 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10z',
  insightful: 'M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0l-.5 3h-6z',
}

export function ReactionIcon({ kind }: { kind: ReactionKind }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={paths[kind]} />
    </svg>
  )
}
