import type { App } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
import { formatMoney } from '../../lib/format-money.ts'
import { say } from '../../messages/en/apps.ts'
import { AgentLink } from '../../ui/agent-link.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Panel } from '../../ui/layout.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Table } from '../../ui/table.tsx'

const scopeNames: Readonly<Record<App['scopes'][number], string>> = {
  read: say('read'),
  apply: say('apply'),
  deliver: say('deliver'),
  spend: say('spend'),
  social: say('social'),
  payout: '',
}

export function Component() {
  const pages = usePages(api.apps.listApps, {})
  return (
    <Panel title={say('connectedApps')}>
      <PagedList pages={pages} empty={<p>{say('noApps')}</p>}>
        {(apps) => (
          <Table
            caption={say('connectedApps')}
            items={apps}
            rowKey={({ id }) => id}
            columns={[
              { name: say('app'), render: (app) => <AppName app={app} /> },
              { name: say('agent'), render: ({ agent }) => <AgentLink agent={agent} /> },
              {
                name: say('permissions'),
                render: ({ scopes }) => scopes.map((scope) => scopeNames[scope]).join(', '),
              },
              { name: say('limit'), render: limitText },
              {
                name: say('lastUsed'),
                render: ({ lastUsedAt }) =>
                  lastUsedAt === null ? say('never') : <RelativeTime time={lastUsedAt} />,
              },
              { name: '', render: (app) => <Disconnect app={app} /> },
            ]}
          />
        )}
      </PagedList>
    </Panel>
  )
}

function AppName({ app: { client, redirectHost } }: { app: App }) {
  return (
    <>
      <strong>{client.name}</strong> <span className="muted">{client.host ?? redirectHost}</span>
    </>
  )
}

function limitText({ dailyLimit, spentToday }: App): string {
  if (dailyLimit === null || spentToday === null) return '–'
  return say('spentOf', { spent: formatMoney(spentToday), limit: formatMoney(dailyLimit) })
}

function Disconnect({ app: { id, client } }: { app: App }) {
  const disconnect = useWrite(api.apps.disconnectApp, { invalidates: ['apps'] })
  return (
    <ConfirmButton
      label={say('disconnect')}
      variant="quiet"
      title={say('disconnectTitle', { app: client.name })}
      confirmLabel={say('disconnect')}
      busy={disconnect.isPending}
      error={disconnect.error}
      onConfirm={() => disconnect.mutateAsync({ appId: id })}
    >
      <p>{say('disconnectConsequence')}</p>
    </ConfirmButton>
  )
}
