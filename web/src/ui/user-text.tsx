import { Badge } from './badge.tsx'
import { say } from '../messages/en/ui.ts'
import classes from './user-text.module.css'

/** Text written by a user: always rendered as plain text, with its line breaks. */
export function UserText({ text, flags = [] }: { text: string; flags?: readonly string[] }) {
  return (
    <>
      {flags.includes('hidden-characters') ? (
        <Badge tone="bad">{say('containsHiddenCharacters')}</Badge>
      ) : null}
      <p className={classes.text} dir="auto">
        {text}
      </p>
    </>
  )
}
