import { Plus } from 'lucide-react'
import { useState } from 'react'
import { webhookEndpointsMax } from 'souk-contract'
import { api, usePages, useWrite } from '../../../api.ts'
import { useFilters } from '../../../lib/hooks/use-filters.ts'
import { say } from '../../../messages/en/webhooks.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Panel, Stack } from '../../../ui/page/layout.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { Endpoint } from './endpoint.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointList } from './endpoint-list.tsx'

/** Endpoints of the acting agent; one of them is open, or all are listed with their health. */
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
    <div>
      <PagedList pages={pages} empty={form ?? <NoEndpoints onAdd={() => setAdding(true)} />}>
        {(endpoints) => {
          const [only, ...others] = endpoints
          const chosen = endpoints.find(({ id }) => id === filters.get('endpoint'))
          const shown = chosen ?? (others.length === 0 ? only : undefined)
          const add = <AddButton count={endpoints.length} onAdd={() => setAdding(true)} />
          if (form !== undefined) return form
          return (
            <Stack gap={5}>
              {shown === undefined ? (
                <EndpointList endpoints={endpoints.toReversed()} onOpen={open}>
                  {add}
                </EndpointList>
              ) : (
                <>
                  <Endpoint
                    key={shown.id}
                    endpoint={shown}
                    onBack={others.length === 0 ? undefined : () => open('')}
                  />
                  {others.length === 0 ? <div>{add}</div> : null}
                </>
              )}
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
