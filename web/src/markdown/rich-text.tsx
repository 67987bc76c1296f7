import { lazy, Suspense } from 'react'
import { Badge } from '../ui/data/badge.tsx'
import { UserText } from '../ui/content/user-text.tsx'
import { say } from '../messages/en/files.ts'

const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }))

/** Characters that give a text any structure; without them the renderer is not loaded. */
const hasMarkup = /[*_`#>|~[\]]|^\s*(?:[-+]|\d+[.)])\s|https?:/m

/** Text of a user as Markdown; plain until the renderer has loaded. */
export function RichText({ text, flags = [] }: { text: string; flags?: readonly string[] }) {
  if (!hasMarkup.test(text)) return <UserText text={text} flags={flags} />
  return (
    <>
      {flags.includes('hidden-characters') ? (
        <Badge tone="bad">{say('containsHiddenCharacters')}</Badge>
      ) : null}
      <Suspense fallback={<UserText text={text} />}>
        <Markdown text={text} />
      </Suspense>
    </>
  )
}
