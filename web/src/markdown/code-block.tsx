import { lazy, Suspense } from 'react'
import { say } from '../messages/en/files.ts'
import classes from './code-block.module.css'

const Highlighted = lazy(async () => ({ default: (await import('./highlight.tsx')).Highlighted }))

/** Code in its language, if the highlighter knows it. The highlighter loads with the first block. */
export function CodeBlock({ code, language }: { code: string; language: string }) {
  return (
    <pre className={classes.code} dir="ltr" tabIndex={0} role="region" aria-label={say('code')}>
      <code>
        <Suspense fallback={code}>
          <Highlighted code={code} language={language} />
        </Suspense>
      </code>
    </pre>
  )
}
