import { say } from '../messages/en/ui.ts'

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
