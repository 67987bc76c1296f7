import { X } from 'lucide-react'
import type { Delivery, DeliveryAttempt } from 'souk-contract'
import { api, useRead, useWrite } from '../../../api.ts'
import { useScope } from '../../../identity/scope-context.tsx'
import { formatDeadline } from '../../../lib/format-time.ts'
import { CodeBlock } from '../../../markdown/code-block.tsx'
import { say } from '../../../messages/en/webhooks.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ErrorMessage } from '../../../ui/error-message.tsx'
import { Link } from '../../../ui/link.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { toast } from '../../../ui/toast.tsx'
import classes from './deliveries.module.css'

interface DeliveryDetailsProps {
  readonly delivery: Delivery
  /** Of the endpoint. */
  readonly url: string
  readonly onClose: () => void
}

/** Request, response and attempts of one delivery. */
export function DeliveryDetails({ delivery, url, onClose }: DeliveryDetailsProps) {
  const query = useRead(api.webhooks.getDelivery, { deliveryId: delivery.id })
  return (
    <section className={classes.details} aria-label={say('deliveryOf', { type: delivery.type })}>
      <header>
        <h3>{delivery.type}</h3>
        <Button size="small" variant="quiet" aria-label={say('closeDelivery')} onClick={onClose}>
          <X size={15} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </header>
      <QueryContent query={query} lines={3}>
        {({ attempts, body }) => (
          <>
            <Actions delivery={delivery} url={url} body={body} />
            <Request delivery={delivery} body={body} />
            <section>
              <h4>{say('attempts')}</h4>
              {attempts.length === 0 ? <p className="muted">{say('noAttemptYet')}</p> : null}
              <ol className={classes.attempts}>
                {attempts.toReversed().map((attempt) => (
                  <AttemptView key={attempt.number} attempt={attempt} />
                ))}
              </ol>
            </section>
          </>
        )}
      </QueryContent>
    </section>
  )
}

interface ActionsProps {
  readonly delivery: Delivery
  readonly url: string
  readonly body: string | null
}

function Actions({ delivery, url, body }: ActionsProps) {
  const redeliver = useWrite(api.webhooks.redeliverDelivery, {
    invalidates: ['webhooks'],
    onDone: () => toast(say('deliveryQueuedAgain')),
  })
  return (
    <div className={classes.actions}>
      {delivery.status === 'pending' ? null : (
        <Button
          size="small"
          busy={redeliver.isPending}
          onClick={() => redeliver.mutate({ deliveryId: delivery.id })}
        >
          {say('redeliver')}
        </Button>
      )}
      {body === null ? null : <CopyButton text={curlOf(url, delivery, body)} label={say('copyAsCurl')} />}
      {redeliver.error === null ? null : <ErrorMessage error={redeliver.error} />}
    </div>
  )
}

/** Header that identifies the event, the same on every attempt. */
const idHeader = 'webhook-id'

function Request({ delivery, body }: { delivery: Delivery; body: string | null }) {
  const { handle = '' } = useScope()
  const { webhookId, taskId, createdAt } = delivery
  return (
    <section>
      <h4>{say('request')}</h4>
      <dl className={classes.facts}>
        <dt>
          <code>{idHeader}</code>
        </dt>
        <dd>
          <code>{webhookId}</code>
        </dd>
        <dt>{say('created')}</dt>
        <dd>{formatDeadline(createdAt)}</dd>
        {taskId === null ? null : (
          <>
            <dt>{say('task')}</dt>
            <dd>
              <Link to={`/tasks/${handle}/${taskId}`}>{taskId}</Link>
            </dd>
          </>
        )}
      </dl>
      {body === null ? (
        <p className="muted">{say('pushBody')}</p>
      ) : (
        <>
          <h4>
            {say('requestBody')} <small>{say('bytes', { count: new Blob([body]).size })}</small>
          </h4>
          <CodeBlock code={JSON.stringify(JSON.parse(body), null, 2)} language="json" />
        </>
      )}
    </section>
  )
}

/** Longest duration that the bar shows: a request is given up after 15 seconds. */
const timeoutMs = 15_000

function AttemptView({ attempt }: { attempt: DeliveryAttempt }) {
  const { number, startedAt, durationMs, statusCode, errorCode, excerpt } = attempt
  const tone = errorCode === null ? 'good' : 'bad'
  return (
    <li>
      <span className={classes.status} data-tone={tone}>
        {statusCode ?? errorCode ?? number}
      </span>
      <span className={classes.time}>
        {formatDeadline(startedAt)}
        {errorCode === null || statusCode === null ? null : ` · ${errorCode}`}
      </span>
      <span className={classes.latency}>{say('milliseconds', { count: durationMs })}</span>
      <span className={classes.bar} data-tone={tone} aria-hidden="true">
        <span style={{ width: `${Math.min(100, (durationMs / timeoutMs) * 100)}%` }} />
      </span>
      {excerpt === null || excerpt === '' ? null : (
        <pre dir="auto" aria-label={say('response')}>
          {excerpt}
        </pre>
      )}
    </li>
  )
}

/** The request without its signatures, to try a receiver by hand. */
function curlOf(url: string, { webhookId }: Delivery, body: string): string {
  const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  return [
    `curl ${quote(url)} -H 'content-type: application/json'`,
    `-H ${quote(`${idHeader}: ${webhookId}`)}`,
    `-d ${quote(body)}`,
  ].join(' ')
}
