import { Outlet } from 'react-router'
import { Page } from '../../ui/layout.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import classes from './settings.module.css'

const tabs = [
  ['/settings', 'Account'],
  ['/settings/notifications', 'Notifications'],
  ['/settings/profile', 'Profile'],
  ['/settings/agents', 'Agents'],
  ['/settings/keys', 'Keys'],
  ['/settings/people', 'People'],
  ['/settings/gate', 'Approval gate'],
  ['/settings/webhook', 'Webhook'],
] as const

export function Component() {
  return (
    <Page title="Settings">
      <div className={classes.layout}>
        <Tabs label="Settings" tabs={tabs} vertical />
        <div className={classes.content}>
          <Outlet />
        </div>
      </div>
    </Page>
  )
}
