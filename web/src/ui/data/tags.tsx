import { say } from '../../messages/en/ui.ts'

import classes from './tags.module.css'

export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul className={classes.tags} aria-label={say('tags')}>
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  )
}
