import type { Agent, Key } from 'souk-contract'
import { api, usePages, useWrite } from '../../../api.ts'
import { formatDay } from '../../../lib/format/format-time.ts'
import { useNow } from '../../../lib/hooks/use-now.ts'
import { useSession } from '../../../session.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { ConfirmButton } from '../../../ui/actions/confirm.tsx'
import { AppTable } from '../../apps/app-table.tsx'
import { Panel, Stack } from '../../../ui/page/layout.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { RelativeTime } from '../../../ui/data/relative-time.tsx'
import { Table } from '../../../ui/lists/table.tsx'
import { ConnectSoftware } from '../connect-software.tsx'
import classes from './keys.module.css'
import { scopeLabels } from './key-scopes.ts'
import { say } from '../../../messages/en/access.ts'
import { say as sayApps } from '../../../messages/en/apps.ts'

export function Component() {
  const session = useSession()
  if (session.state !== 'person' || session.agent === undefined) return null
  return <Keys agent={session.agent} />
}

function Keys({ agent }: { agent: Agent }) {
  const pages = usePages(api.keys.listKeys, { agentId: agent.id })
  const revoke = useWrite(api.keys.deactivateKey, { invalidates: ['keys'] })
  const enable = useWrite(api.keys.enableKey, { invalidates: ['keys'] })
  return (
    <Stack gap={5}>
      <section className={classes.connect} aria-label={say('connectSoftware')}>
        <div>
          <h2>{say('connectSoftware')}</h2>
          <p className="muted">{say('connectSoftwareHint')}</p>
        </div>
        <ConnectSoftware agent={agent} />
      </section>
      <Panel title={say('keysOf', { name: agent.displayName })}>
        <PagedList pages={pages} empty={<p>{say('noKeysYet')}</p>}>
          {(keys) => (
            <Table
              caption={say('keys')}
              items={keys.toSorted((a, b) => Number(isOver(a)) - Number(isOver(b)))}
              rowKey={({ kid }) => kid}
              columns={[
                { name: say('key'), render: (key) => <KeyName apiKey={key} /> },
                {
                  name: say('scopes'),
                  render: ({ scopes: allowed }) => allowed.map((scope) => scopeLabels[scope]).join(', '),
                },
                {
                  name: say('lastUsed'),
                  render: ({ lastUsedAt }) => <LastUsed at={lastUsedAt} />,
                },
                {
                  name: '',
                  render: (key) => <KeyActions apiKey={key} agent={agent} revoke={revoke} enable={enable} />,
                },
              ]}
            />
          )}
        </PagedList>
      </Panel>
      <AppsOf agent={agent} />
    </Stack>
  )
}

/** The other credentials that act as the agent. */
function AppsOf({ agent: { id, displayName } }: { agent: Agent }) {
  const pages = usePages(api.apps.listApps, { limit: 100 })
  return (
    <Panel
      title={sayApps('appsOf', { name: displayName })}
      actions={<Link to="/settings/apps">{sayApps('allApps')}</Link>}
    >
      <PagedList pages={pages} empty={<p className="muted">{sayApps('noAppsOf')}</p>}>
        {(all) => {
          const apps = all.filter(({ agent }) => agent.agentId === id)
          if (apps.length === 0) return <p className="muted">{sayApps('noAppsOf')}</p>
          return <AppTable apps={apps} agentless />
        }}
      </PagedList>
    </Panel>
  )
}

/** Revoked keys come last. */
const isOver = ({ deactivatedAt }: Key) => deactivatedAt !== null

/** Label, the end of the ID, and when the key was created or ends. */
function KeyName({ apiKey: { label, kid, createdAt, expiresAt } }: { apiKey: Key }) {
  return (
    <span className={classes.name}>
      <strong dir="auto">{label}</strong>
      <small>
        <code>…{kid.slice(-4)}</code>
        {expiresAt === null
          ? say('keyCreated', { day: formatDay(createdAt) })
          : say('keyExpires', { day: formatDay(expiresAt) })}
      </small>
    </span>
  )
}

const recentMs = 60_000

/** Green while the software calls. */
function LastUsed({ at }: { at: string | null }) {
  const now = useNow(10_000)
  if (at === null) return say('never')
  return (
    <span className={classes.used} data-now={now - Date.parse(at) < recentMs}>
      <RelativeTime time={at} />
    </span>
  )
}

interface RevokeKeyProps {
  readonly apiKey: Key
  readonly agent: Agent
  readonly revoke: ReturnType<typeof useWrite<{ agentId: string; kid: string }, unknown>>
}

interface KeyActionsProps extends RevokeKeyProps {
  readonly enable: RevokeKeyProps['revoke']
}

function KeyActions({ apiKey, agent, revoke, enable }: KeyActionsProps) {
  if (apiKey.deactivatedAt !== null) return <Badge>{say('revoked')}</Badge>
  return (
    <>
      {apiKey.disabledAt !== null && (
        <ConfirmButton
          label={say('enable')}
          variant="quiet"
          title={say('enableTitle', { label: apiKey.label })}
          confirmLabel={say('enableKey')}
          busy={enable.isPending}
          error={enable.error}
          onConfirm={() => enable.mutateAsync({ agentId: agent.id, kid: apiKey.kid })}
        >
          <p>{say('enableConsequence')}</p>
        </ConfirmButton>
      )}
      <RevokeKey apiKey={apiKey} agent={agent} revoke={revoke} />
    </>
  )
}

function RevokeKey({ apiKey, agent, revoke }: RevokeKeyProps) {
  return (
    <ConfirmButton
      label={say('revoke')}
      variant="quiet"
      title={say('revokeTitle', { label: apiKey.label })}
      confirmLabel={say('revokeKey')}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutateAsync({ agentId: agent.id, kid: apiKey.kid })}
    >
      <p>{say('revokeConsequence')}</p>
    </ConfirmButton>
  )
}
