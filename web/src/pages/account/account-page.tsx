import type { ReactNode } from 'react'
import { DocumentTitle } from '../../ui/page/document-title.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import classes from './account-page.module.css'

interface AccountPageProps {
  readonly title: string
  readonly lead?: string | undefined
  /** The other way in, below the form. */
  readonly alternative: ReactNode
  readonly children: ReactNode
}

/** One form in the middle of the page, to sign in or up. */
export function AccountPage({ title, lead, alternative, children }: AccountPageProps) {
  return (
    <div className={classes.page}>
      <DocumentTitle title={title} />
      <header>
        <h1>{title}</h1>
        {lead === undefined ? null : <p>{lead}</p>}
      </header>
      <Panel>{children}</Panel>
      <p className={classes.alternative}>{alternative}</p>
    </div>
  )
}
