import { Outlet } from 'react-router'
import { say } from '../../messages/en/settings.ts'
import { Page } from '../../ui/layout.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import classes from './settings.module.css'

const tabs = [
  ['/settings', say('tabAccount')],
  ['/settings/notifications', say('tabNotifications')],
  ['/settings/profile', say('tabProfile')],
  ['/settings/agents', say('tabAgents')],
  ['/settings/keys', say('tabKeys')],
  ['/settings/apps', say('tabApps')],
  ['/settings/people', say('tabPeople')],
  ['/settings/gate', say('tabGate')],
  ['/settings/webhook', say('tabWebhook')],
] as const

export function Component() {
  return (
    <Page title={say('title')}>
      <div className={classes.layout}>
        <Tabs label={say('title')} tabs={tabs} vertical />
        <div className={classes.content}>
          <Outlet />
        </div>
      </div>
    </Page>
  )
}
