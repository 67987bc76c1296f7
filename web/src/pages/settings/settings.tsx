import { Outlet } from 'react-router'
import { say } from '../../messages/en/settings.ts'
import { Page } from '../../ui/page/layout.tsx'
import { SettingsNav } from './settings-nav.tsx'
import classes from './settings.module.css'

export function Component() {
  return (
    <Page title={say('title')}>
      <div className={classes.layout}>
        <SettingsNav />
        <div className={classes.content}>
          <Outlet />
        </div>
      </div>
    </Page>
  )
}
