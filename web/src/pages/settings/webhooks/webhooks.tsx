import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { webhookEndpointsMax, webhookKinds, type Webhook } from 'souk-contract'
import { api, usePages, useWrite } from '../../../api.ts'
import { useFilters } from '../../../lib/use-filters.ts'
import { say } from '../../../messages/en/webhooks.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel, Stack } from '../../../ui/layout.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import { Endpoint } from './endpoint.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { statusOf } from './endpoint-status.ts'
import classes from './webhooks.module.css'

/** Endpoints of the acting agent; the chosen one is open below the list. */
export function Component() {
  const pages = usePages(api.webhooks.listWebhookEndpoints, {}, { pollMs: 15_000 })
  const [adding, setAdding] = useState(false)
  const filters = useFilters(['endpoint', 'status', 'type', 'delivery'])
  const refresh = useWrite(async () => undefined, { invalidates: ['webhooks'] })
  const open = (id: string) =>
    filters.change([
      ['endpoint', id],
      ['delivery', ''],
    ])
  const form = adding ? (
    <Panel title={say('addEndpointTitle')}>
      <EndpointForm
        onCancel={() => setAdding(false)}
        onAdded={(id) => {
          setAdding(false)
          refresh.mutate(undefined)
          open(id)
        }}
      />
    </Panel>
  ) : undefined
  return (
    <div data-wide>
      <PagedList pages={pages} empty={form ?? <NoEndpoints onAdd={() => setAdding(true)} />}>
        {(endpoints) => {
          const shown = endpoints.find(({ id }) => id === filters.get('endpoint')) ?? endpoints.at(-1)
          return (
            <Stack gap={5}>
              <EndpointList endpoints={endpoints} shown={shown?.id} onOpen={open}>
                {adding ? null : <AddButton count={endpoints.length} onAdd={() => setAdding(true)} />}
              </EndpointList>
              {form ?? (shown === undefined ? null : <Endpoint key={shown.id} endpoint={shown} />)}
            </Stack>
          )
        }}
      </PagedList>
    </div>
  )
}

function NoEndpoints({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState title={say('noEndpoints')}>
      <p>{say('noEndpointsHint')}</p>
      <Button variant="primary" onClick={onAdd}>
        {say('addEndpoint')}
      </Button>
    </EmptyState>
  )
}

function AddButton({ count, onAdd }: { count: number; onAdd: () => void }) {
  const isFull = count >= webhookEndpointsMax
  return (
    <Button
      size="small"
      disabledReason={isFull ? say('endpointsFull', { max: webhookEndpointsMax }) : undefined}
      onClick={onAdd}
    >
      <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
      {say('addEndpoint')}
    </Button>
  )
}

interface EndpointListProps {
  readonly endpoints: readonly Webhook[]
  readonly shown: string | undefined
  readonly onOpen: (id: string) => void
  readonly children: ReactNode
}

function EndpointList({ endpoints, shown, onOpen, children }: EndpointListProps) {
  return (
    <Panel title={say('endpoints')} actions={children}>
      <ul className={classes.endpoints}>
        {endpoints.map((endpoint) => {
          const { id, url, events, main } = endpoint
          const { tone, label } = statusOf(endpoint)
          return (
            <li key={id}>
              <button type="button" aria-pressed={id === shown} onClick={() => onOpen(id)}>
                <Badge tone={tone}>{label}</Badge>
                <code>{url}</code>
                {main ? <small>{say('main')}</small> : null}
                <small>{say('eventsOf', { count: events.length, all: webhookKinds.length })}</small>
              </button>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
