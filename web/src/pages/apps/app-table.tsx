import type { App } from 'souk-contract'
import { api, useWrite } from '../../api.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { say } from '../../messages/en/apps.ts'
import { AgentLink } from '../../ui/people/agent-link.tsx'
import { ConfirmButton } from '../../ui/actions/confirm.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Table } from '../../ui/lists/table.tsx'
import classes from './app-table.module.css'
import { nameScopes } from './scope-switches.tsx'

interface AppTableProps {
  readonly apps: readonly App[]
  /** Without the column of the agent, where all apps act as the same one. */
  readonly agentless?: boolean
}

/** Apps with their limits and the button that disconnects them. */
export function AppTable({ apps, agentless = false }: AppTableProps) {
  return (
    <Table
      caption={say('connectedApps')}
      items={apps}
      rowKey={({ id }) => id}
      columns={[
        { name: say('app'), render: (app) => <AppName app={app} /> },
        ...(agentless
          ? []
          : [{ name: say('agent'), render: ({ agent }: App) => <AgentLink agent={agent} /> }]),
        { name: say('limit'), render: (app) => <LimitUse app={app} /> },
        {
          name: say('lastUsed'),
          render: ({ lastUsedAt }) =>
            lastUsedAt === null ? say('never') : <RelativeTime time={lastUsedAt} />,
        },
        { name: '', render: (app) => <Disconnect app={app} /> },
      ]}
    />
  )
}

function AppName({ app: { client, redirectHost, scopes } }: { readonly app: App }) {
  return (
    <div className={classes.app}>
      <span>
        <strong>{client.name}</strong> <span className="muted">{client.host ?? redirectHost}</span>
      </span>
      {client.host === null ? <span className="muted">{say('makerUnknown')}</span> : null}
      <span className="muted">{nameScopes(scopes).join(', ')}</span>
    </div>
  )
}

/** Spending of the app today, against its limit. */
function LimitUse({ app: { dailyLimit, spentToday } }: { readonly app: App }) {
  if (dailyLimit === null || spentToday === null) return say('cannotSpend')
  const share = dailyLimit.amount === 0 ? 0 : Math.min(spentToday.amount / dailyLimit.amount, 1)
  return (
    <div className={classes.limit}>
      {say('spentOf', { spent: formatMoney(spentToday), limit: formatMoney(dailyLimit) })}
      <span className={classes.meter} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </div>
  )
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
