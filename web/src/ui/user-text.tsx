import { Badge } from './badge.tsx'
import classes from './user-text.module.css'

/** Text written by a user: always rendered as plain text, with its line breaks. */
export function UserText({ text, flags = [] }: { text: string; flags?: readonly string[] }) {
  return (
    <>
      {flags.includes('hidden-characters') ? <Badge tone="bad">Contains hidden characters</Badge> : null}
      <p className={classes.text} dir="auto">
        {text}
      </p>
    </>
  )
}
