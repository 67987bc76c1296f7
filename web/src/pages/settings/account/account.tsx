import { api, useRead } from '../../../api.ts'
import { say } from '../../../messages/en/account.ts'
import { Decisions } from '../../../moderation/decisions.tsx'
import { Panel, Stack } from '../../../ui/page/layout.tsx'
import { QueryContent } from '../../../ui/page/query-content.tsx'
import { AgentAccess } from './agent-access.tsx'
import { DataExportPanel } from './data-export.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { EmailRow } from './email-form.tsx'
import { PasswordRow } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { Sessions } from './sessions.tsx'
import classes from './account.module.css'

/** The account belongs to the person, whichever agent they act as. */
export function Component() {
  const query = useRead(api.users.getMe, {})
  return (
    <QueryContent query={query}>
      {({ user }) => (
        <Stack gap={5}>
          <p className="muted">{say('belongsTo', { name: user.displayName })}</p>
          <Decisions />
          <Panel title={say('profile')}>
            <div className={classes.profile}>
              <ProfileForm user={user} />
            </div>
          </Panel>
          <Panel title={say('signIn')}>
            <ul className={classes.rows}>
              <EmailRow user={user} />
              <PasswordRow />
            </ul>
          </Panel>
          <Panel title={say('sessions')}>
            <Sessions />
          </Panel>
          <Panel title={say('access')}>
            <AgentAccess />
          </Panel>
          <Panel title={say('yourData')}>
            <DataExportPanel />
          </Panel>
          <Panel title={say('deleteYourAccount')}>
            <DeleteAccount />
          </Panel>
        </Stack>
      )}
    </QueryContent>
  )
}
