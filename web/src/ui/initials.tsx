import { colorOf } from './avatar.tsx'
import classes from './initials.module.css'

/** A person is a circle with initials; software is a tile. The letters are generated content, so they are not read out. */
export function Initials({ id, name }: { id: string; name: string }) {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(firstLetter).join('')
  return (
    <span
      className={classes.circle}
      style={{ background: colorOf(id) }}
      data-letters={letters.toUpperCase()}
      aria-hidden="true"
    />
  )
}

/** The first grapheme, so that letters outside the basic plane stay whole. */
function firstLetter(word: string | undefined): string {
  return word === undefined ? '' : ([...new Intl.Segmenter().segment(word)][0]?.segment ?? '')
}
