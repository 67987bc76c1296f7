import { RotateCw, X } from 'lucide-react'
import type { Delivery, DeliveryAttempt } from 'souk-contract'
import { api, useRead, useWrite } from '../../../api.ts'
import { useScope } from '../../../identity/scope-context.tsx'
import { formatDateTime, formatDeadline, formatRemaining } from '../../../lib/format/format-time.ts'
import { useNow } from '../../../lib/hooks/use-now.ts'
import { CodeBlock } from '../../../markdown/code-block.tsx'
import { say } from '../../../messages/en/webhooks.ts'
import { marketOf } from '../../../tasks/market.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { CopyButton } from '../../../ui/actions/copy-button.tsx'
import { ErrorMessage } from '../../../ui/page/error-message.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { QueryContent } from '../../../ui/page/query-content.tsx'
import { toast } from '../../../ui/actions/toast.tsx'
import { curlOf, idHeader } from './curl-of.ts'
import classes from './deliveries.module.css'
import { DeliveryResult, errorText } from './delivery-result.tsx'
import { formatDuration, formatSent } from './duration.ts'

interface DeliveryDetailsProps {
  readonly delivery: Delivery
  /** Of the endpoint. */
  readonly url: string
  readonly onClose: () => void
}

/** One delivery: outcome and latency, then request, response and attempts. */
export function DeliveryDetails({ delivery, url, onClose }: DeliveryDetailsProps) {
  // The attempts change with the delivery, which the list polls.
  const query = useRead(api.webhooks.getDelivery, { deliveryId: delivery.id }, { pollMs: 5000 })
  const { type, taskId } = delivery
  return (
    <section className={classes.details} aria-label={say('deliveryOf', { type })}>
      <header>
        <DeliveryResult delivery={delivery} />
        <Redeliver delivery={delivery} />
        <Button size="small" variant="quiet" aria-label={say('closeDelivery')} onClick={onClose}>
          <X size={15} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </header>
      <div className={classes.intro}>
        <h3>{type}</h3>
        {taskId === null ? null : <TaskLink taskId={taskId} />}
      </div>
      <QueryContent query={query} lines={3}>
        {({ attempts, body }) => (
          <>
            <Latency attempt={attempts.at(-1)} />
            <Request delivery={delivery} url={url} body={body} />
            <Response attempt={attempts.at(-1)} />
            <Attempts delivery={delivery} attempts={attempts} />
          </>
        )}
      </QueryContent>
    </section>
  )
}

function Redeliver({ delivery }: { delivery: Delivery }) {
  const redeliver = useWrite(api.webhooks.redeliverDelivery, {
    invalidates: ['webhooks'],
    onDone: () => toast(say('deliveryQueuedAgain')),
  })
  if (delivery.status === 'pending') return null
  return (
    <>
      <Button
        size="small"
        busy={redeliver.isPending}
        onClick={() => redeliver.mutate({ deliveryId: delivery.id })}
      >
        <RotateCw size={14} strokeWidth={1.75} aria-hidden="true" />
        {say('redeliver')}
      </Button>
      {redeliver.error === null ? null : <ErrorMessage error={redeliver.error} />}
    </>
  )
}

/** The task of the event by its title; its ID while it cannot be read. */
function TaskLink({ taskId }: { taskId: string }) {
  const { handle = '' } = useScope()
  const { data } = useRead(api.tasks.getTask, { name: handle, taskId, historyLength: 0 })
  return (
    <p dir="auto">
      <Link to={`/tasks/${handle}/${taskId}`}>{data === undefined ? taskId : marketOf(data).title}</Link>
    </p>
  )
}

/** Longest duration that the bar shows: a request is given up after 15 seconds. */
const timeoutMs = 15_000

function Latency({ attempt }: { attempt: DeliveryAttempt | undefined }) {
  if (attempt === undefined) return null
  const { durationMs, errorCode, statusCode } = attempt
  const took = formatDuration(durationMs)
  return (
    <div className={classes.took}>
      <span>{say('latency')}</span>
      <strong>{errorCode === null || statusCode !== null ? took : `${took}, ${errorText(errorCode)}`}</strong>
      <span className={classes.bar} data-tone={errorCode === null ? 'good' : 'bad'} aria-hidden="true">
        <span style={{ width: `${Math.min(100, (durationMs / timeoutMs) * 100)}%` }} />
      </span>
    </div>
  )
}

interface RequestProps {
  readonly delivery: Delivery
  readonly url: string
  readonly body: string | null
}

function Request({ delivery, url, body }: RequestProps) {
  return (
    <section>
      <h4>
        {say('request')}
        {body === null ? null : (
          <>
            <small>{say('bytes', { count: new Blob([body]).size })}</small>
            <CopyButton text={curlOf(url, delivery, body)} label={say('copyAsCurl')} named />
          </>
        )}
      </h4>
      <dl className={classes.facts}>
        <dt>
          <code>{idHeader}</code>
        </dt>
        <dd>
          <code>{delivery.webhookId}</code>
        </dd>
        <dt>{say('created')}</dt>
        <dd>{formatDeadline(delivery.createdAt)}</dd>
      </dl>
      {body === null ? (
        <p className="muted">{say('pushBody')}</p>
      ) : (
        <CodeBlock code={JSON.stringify(JSON.parse(body), null, 2)} language="json" />
      )}
    </section>
  )
}

/** Answer of the receiver to the latest attempt. */
function Response({ attempt }: { attempt: DeliveryAttempt | undefined }) {
  if (attempt === undefined) return null
  const { statusCode, errorCode, excerpt } = attempt
  return (
    <section>
      <h4>
        {say('response')}
        <span className={classes.status} data-tone={errorCode === null ? 'good' : 'bad'}>
          {statusCode ?? (errorCode === null ? '' : errorText(errorCode))}
        </span>
      </h4>
      {excerpt === null || excerpt === '' ? (
        <p className="muted">{statusCode === null ? say('noResponse') : say('emptyResponse')}</p>
      ) : (
        <pre className={classes.excerpt} dir="auto" tabIndex={0} aria-label={say('response')}>
          {excerpt}
        </pre>
      )}
    </section>
  )
}

interface AttemptsProps {
  readonly delivery: Delivery
  readonly attempts: readonly DeliveryAttempt[]
}

function Attempts({ delivery: { nextAttemptAt }, attempts }: AttemptsProps) {
  const now = useNow(1000)
  const left = nextAttemptAt === null ? undefined : formatRemaining(nextAttemptAt, now)
  return (
    <section>
      <h4>{say('attempts')}</h4>
      <ol className={classes.attempts}>
        {attempts.map(({ number, startedAt, durationMs, statusCode, errorCode }) => (
          <li key={number}>
            <span className={classes.status} data-tone={errorCode === null ? 'good' : 'bad'}>
              {statusCode ?? (errorCode === null ? number : errorText(errorCode))}
            </span>
            <time className={classes.time} dateTime={startedAt} title={formatDateTime(startedAt)}>
              {formatSent(startedAt, now)}
            </time>
            <span className={classes.latency}>{formatDuration(durationMs)}</span>
          </li>
        ))}
      </ol>
      {nextAttemptAt === null ? null : (
        <p className="muted">{left === undefined ? say('dueNow') : say('nextTry', { time: left })}</p>
      )}
    </section>
  )
}
