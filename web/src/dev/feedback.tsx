import { useState } from 'react'
import { Button } from '../ui/actions/button.tsx'
import { CancelButton, Dialog } from '../ui/actions/dialog.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorMessage } from '../ui/page/error-message.tsx'
import { Panel, Row, Stack } from '../ui/page/layout.tsx'
import { LoadError } from '../ui/page/load-error.tsx'
import { OneTimeSecret } from '../ui/content/one-time-secret.tsx'
import { PagedList } from '../ui/lists/paged-list.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { toast } from '../ui/actions/toast.tsx'
import { failure, forbidden, missing, signedOut, unreachable } from './samples.ts'

export function Feedback() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Panel title="Errors">
        <Stack gap={3}>
          <ErrorMessage error={failure} retry={() => undefined} />
          <ErrorMessage error={unreachable} />
        </Stack>
      </Panel>
      <Panel title="Content that cannot be shown">
        <Stack gap={3}>
          {[signedOut, missing, forbidden].map((error) => (
            <LoadError key={error.kind} error={error} />
          ))}
          <EmptyState title="Nothing yet">
            <p>Says what to do next.</p>
          </EmptyState>
        </Stack>
      </Panel>
      <Panel title="Loading">
        <Stack gap={3}>
          <Skeleton />
          <PagedList pages={page} empty={null}>
            {(items) => <p>{items.join(', ')}</p>}
          </PagedList>
        </Stack>
      </Panel>
      <Panel title="Overlays and secrets">
        <Stack gap={3}>
          <Row>
            <Button onClick={() => setOpen(true)}>Open a dialog</Button>
            <Button onClick={() => toast('Changes saved', () => undefined)}>Show a toast</Button>
          </Row>
          <Dialog title="Dialog" open={open} onClose={() => setOpen(false)}>
            <p>The focus stays inside.</p>
            <CancelButton onClose={() => setOpen(false)} />
          </Dialog>
          <OneTimeSecret
            secret="sk_0123456789abcdef"
            description="Shown once."
            onDone={() => setOpen(false)}
          />
        </Stack>
      </Panel>
    </>
  )
}

const page = {
  items: ['First item', 'second item'],
  error: null,
  hasNextPage: true,
  isFetchingNextPage: false,
  fetchNextPage: () => undefined,
  refetch: () => undefined,
}
