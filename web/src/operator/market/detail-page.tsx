import type { ReactNode } from 'react'
import type { LegalHold } from 'souk-contract'
import { say } from '../../messages/en/operator-market.ts'
import { ActionMenu } from '../../ui/actions/action-menu.tsx'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { BlankPage } from '../../ui/page/layout.tsx'
import { Crumb } from '../crumb.tsx'
import classes from './detail-page.module.css'
import { DocumentTitle } from '../../ui/page/document-title.tsx'
import { useCan } from '../operator-context.tsx'
import { HoldAction, HoldBadge } from './legal-hold.tsx'

interface DetailPageProps {
  readonly title: string
  readonly id: string
  readonly picture: ReactNode
  /** State beside the title. */
  readonly badges: ReactNode
  /** Identity below the title. */
  readonly facts: readonly ReactNode[]
  readonly actions?: ReactNode
  /** Rare actions behind one button. */
  readonly menu?: ReactNode
  /** Active legal hold. */
  readonly hold: LegalHold | null
  readonly children: ReactNode
}

/** Frame of the detail pages: identity and state, then the actions, then the content. */
export function DetailPage(props: DetailPageProps) {
  const { title, id, picture, badges, facts, actions, menu, hold, children } = props
  const holds = useCan('changePolicy')
  return (
    <BlankPage>
      <DocumentTitle title={title} />
      <Crumb name={title} />
      <header className={classes.head}>
        <div className={classes.picture}>{picture}</div>
        <div className={classes.identity}>
          <div className={classes.title}>
            <h1 dir="auto">{title}</h1>
            {badges}
            <HoldBadge hold={hold} />
          </div>
          <ul className={classes.facts}>
            {facts.map((fact, index) => (
              <li key={index}>{fact}</li>
            ))}
            <li>
              <code>{id}</code>
              <CopyButton text={id} label={say('copyId')} compact />
            </li>
          </ul>
        </div>
        <div className={classes.actions}>
          {actions}
          {menu === undefined && !holds ? null : (
            <ActionMenu label={say('moreActions')}>
              {menu}
              <HoldAction hold={hold} subjectId={id} />
            </ActionMenu>
          )}
        </div>
      </header>
      {children}
    </BlankPage>
  )
}
