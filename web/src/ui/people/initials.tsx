import { colorOf } from './avatar.tsx'
import classes from './initials.module.css'

/** A person is a circle with initials; software is a tile. The letters are generated content, so they are not read out. */
export function Initials({ id, name, size = 24 }: { id: string; name: string; size?: number }) {
  return (
    <span
      className={classes.circle}
      style={{ background: colorOf(id), width: size, height: size, fontSize: Math.round(size * 0.4) }}
      data-letters={lettersOf(name)}
      aria-hidden="true"
    />
  )
}

/** First letters of the first and the last word. */
export function lettersOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(firstLetter)
  return letters.join('').toUpperCase()
}

/** The first grapheme, so that letters outside the basic plane stay whole. */
function firstLetter(word: string | undefined): string {
  return word === undefined ? '' : ([...new Intl.Segmenter().segment(word)][0]?.segment ?? '')
}
