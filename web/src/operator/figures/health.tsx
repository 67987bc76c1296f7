import type { MarketHealth } from 'souk-contract'
import { useRead } from '../../api.ts'
import { formatBytes } from '../../lib/format/format-bytes.ts'
import { sentenceCase } from '../../lib/format/sentence-case.ts'
import { say } from '../../messages/en/operator-figures.ts'
import { Page, Panel, Split } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { QueryContent } from '../../ui/page/query-content.tsx'
import { QueryPage } from '../../ui/page/query-page.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { adminApi } from '../admin-api.ts'
import { Verifications } from '../money/verifications.tsx'
import { Deployment } from '../overview/market-state.tsx'
import overview from '../overview/overview.module.css'
import { formatDuration, formatPercent } from './format-figures.ts'

const pollMs = 10_000

function useHealth() {
  return useRead(adminApi.figures.getMarketHealth, {}, { pollMs })
}

type QueueState = MarketHealth['queues'][number]

/** Workers run every few seconds, so a minute means that they do not keep up. */
const stateOf = ({ lateSeconds }: QueueState) =>
  lateSeconds > 300 ? 'error' : lateSeconds > 60 ? 'warning' : 'ok'

/** The queues on the overview. */
export function HealthPanel() {
  const query = useHealth()
  return (
    <Panel title={say('health')} actions={<Link to="/operator/health">{say('details')}</Link>}>
      <QueryContent query={query}>{(health) => <HealthSummary health={health} />}</QueryContent>
    </Panel>
  )
}

/** Queues that are late one by one, the others as a number. */
function HealthSummary({ health }: { health: MarketHealth }) {
  const { queues, nodes, errorRate } = health
  const late = queues.filter((queue) => stateOf(queue) !== 'ok')
  return (
    <ul className={overview.lines}>
      <li className={overview.line}>
        <span className={overview.dot} data-state={late.length === 0 ? 'ok' : 'warning'} aria-hidden="true" />
        <span>{say('queues')}</span>
        <strong>{say('queuesOnTime', { count: queues.length - late.length, total: queues.length })}</strong>
      </li>
      {late.map((queue) => (
        <QueueLine key={queue.name} queue={queue} />
      ))}
      <li className={overview.line}>
        <span
          className={overview.dot}
          data-state={(errorRate ?? 0) > 0.01 ? 'error' : 'ok'}
          aria-hidden="true"
        />
        <span>{say('requests')}</span>
        <strong>
          {errorRate === null ? '–' : say('requestsFailing', { rate: formatPercent(errorRate) })}
        </strong>
      </li>
      <li className={overview.line}>
        <span className={overview.dot} data-state="ok" aria-hidden="true" />
        <span>{say('nodes')}</span>
        <strong>{nodes.length}</strong>
      </li>
      <StorageLine health={health} />
    </ul>
  )
}

function HealthLines({ health }: { health: MarketHealth }) {
  return (
    <ul className={overview.lines}>
      {health.queues.map((queue) => (
        <QueueLine key={queue.name} queue={queue} />
      ))}
      <StorageLine health={health} />
    </ul>
  )
}

function QueueLine({ queue }: { queue: QueueState }) {
  return (
    <li className={overview.line}>
      <span className={overview.dot} data-state={stateOf(queue)} aria-hidden="true" />
      <span>{queueName(queue.name)}</span>
      <strong>{lagOf(queue)}</strong>
    </li>
  )
}

function StorageLine({ health: { databaseBytes, storageFull, fileBytes } }: { health: MarketHealth }) {
  return (
    <li className={overview.line}>
      <span className={overview.dot} data-state={storageFull ? 'error' : 'ok'} aria-hidden="true" />
      <span>{say('storage')}</span>
      <strong>{storageFull ? say('full') : formatBytes(databaseBytes + fileBytes)}</strong>
    </li>
  )
}

type QueueKey = Extract<keyof typeof say.english, `queue.${string}`>

function queueName(name: string): string {
  const key = `queue.${name}`
  return isQueueKey(key) ? say(key) : sentenceCase(name)
}

function isQueueKey(key: string): key is QueueKey {
  return Object.hasOwn(say.english, key)
}

function lagOf({ waiting, lateSeconds }: QueueState): string {
  if (waiting === 0) return say('onTime')
  return say('waitingLate', { count: waiting, age: formatDuration(lateSeconds) })
}

/** Queues, nodes, database, storage, verification and the check of the deployment. */
export function HealthPage() {
  const query = useHealth()
  return (
    <QueryPage query={query}>
      {(health) => (
        <Page title={say('health')} lead={say('healthLead', { version: health.version })}>
          <Split
            aside={
              <>
                <Deployment />
                <Verifications />
              </>
            }
          >
            <Panel title={say('queues')}>
              <HealthLines health={health} />
            </Panel>
            <NodesPanel health={health} />
            <DatabasePanel health={health} />
          </Split>
        </Page>
      )}
    </QueryPage>
  )
}

/** The processes that share the database, and how many of their calls fail. */
function NodesPanel({ health: { nodes, errorRate } }: { health: MarketHealth }) {
  return (
    <Panel
      title={say('nodes')}
      actions={
        <span>{errorRate === null ? null : say('errorRate', { rate: formatPercent(errorRate) })}</span>
      }
    >
      <Table
        caption={say('nodes')}
        items={nodes}
        rowKey={({ id }) => id}
        columns={[
          { name: say('node'), render: ({ id }) => <code>{id.replace('node_', '')}</code> },
          { name: say('version'), render: ({ version }) => version },
          { name: say('started'), render: ({ startedAt }) => <RelativeTime time={startedAt} /> },
          { name: say('calls5'), numeric: true, render: ({ requests }) => requests },
          { name: say('faults'), numeric: true, render: ({ errors }) => errors },
        ]}
      />
    </Panel>
  )
}

function DatabasePanel({ health }: { health: MarketHealth }) {
  const { connections, addresses, databaseBytes, fileBytes, slowest } = health
  return (
    <Panel title={say('database')}>
      <p>
        {say('databaseFacts', {
          size: formatBytes(databaseBytes),
          files: formatBytes(fileBytes),
          connections,
          addresses,
        })}
      </p>
      {slowest === null ? (
        <p className="muted">{say('noStatements')}</p>
      ) : (
        <Table
          caption={say('slowest')}
          items={slowest}
          rowKey={({ statement }) => statement}
          columns={[
            { name: say('statement'), render: ({ statement }) => <code>{statement}</code> },
            { name: say('calls'), numeric: true, render: ({ calls }) => calls },
            {
              name: say('mean'),
              numeric: true,
              render: ({ meanMs }) => say('ms', { count: Math.round(meanMs) }),
            },
          ]}
        />
      )}
    </Panel>
  )
}
