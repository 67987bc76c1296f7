import { ButtonLink } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import classes from './threads.module.css'
import { say } from '../../messages/en/threads.ts'

export function Component() {
  return (
    <div className={classes.nothing}>
      <EmptyState title={say('selectConversation')}>
        <p>{say('chooseOrWrite')}</p>
        <ButtonLink to="/threads/new">{say('newMessage')}</ButtonLink>
      </EmptyState>
    </div>
  )
}
