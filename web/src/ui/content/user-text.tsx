import type { ReactNode } from 'react'
import { Badge } from '../data/badge.tsx'
import { say } from '../../messages/en/ui.ts'
import classes from './user-text.module.css'

interface UserTextProps {
  readonly text: ReactNode
  readonly flags?: readonly string[]
}

/** Text written by a user: always rendered as plain text, with its line breaks. */
export function UserText({ text, flags = [] }: UserTextProps) {
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
