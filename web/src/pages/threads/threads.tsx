import { Outlet, useMatch, useParams } from 'react-router'
import { ThreadList } from './list/thread-list.tsx'
import classes from './threads.module.css'
import { DocumentTitle } from '../../ui/page/document-title.tsx'
import { say } from '../../messages/en/threads.ts'

/** List and open conversation side by side; one at a time on narrow screens. */
export function Component() {
  const { threadId } = useParams()
  const isNew = useMatch('/as/:acting/threads/new') !== null
  const isOpen = threadId !== undefined || isNew
  return (
    <div className={classes.layout} data-open={isOpen}>
      <DocumentTitle title={say('messages')} />
      <ThreadList isHeading={!isOpen} />
      <section className={classes.pane} aria-label={say('conversation')}>
        <Outlet />
      </section>
    </div>
  )
}
