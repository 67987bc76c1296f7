import { say } from '../../messages/en/ui.ts'

import classes from './skeleton.module.css'

/** Placeholder bars, shown while content loads. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className={classes.skeleton} role="status" aria-label={say('loading')}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  )
}

/** Placeholders in the shape of a grid of cards. */
export function SkeletonCards({ count = 6 }: { count?: number }) {
  return (
    <div className={classes.cards} role="status" aria-label={say('loading')}>
      {Array.from({ length: count }, (_, card) => (
        <div key={card}>
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  )
}
