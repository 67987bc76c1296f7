import { useState } from 'react'
import type { Suppression } from 'souk-contract'
import { usePages } from '../../api.ts'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { say } from '../../messages/en/operator-mail.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm.tsx'
import { CancelButton, Dialog } from '../../ui/actions/dialog.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Page } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { adminApi } from '../admin-api.ts'
import { useCan } from '../operator-context.tsx'
import { useAction } from '../use-action.tsx'

/** Addresses that receive no mail, because mail bounced, its reader complained or an operator stopped it. */
export function MailPage() {
  const pages = usePages(adminApi.mails.listSuppressions, {})
  const moderates = useCan('moderate')
  return (
    <Page title={say('mail')} lead={say('lead')} actions={moderates ? <Suppress /> : undefined}>
      <PagedList
        pages={pages}
        empty={
          <EmptyState title={say('empty')}>
            <p>{say('emptyHint')}</p>
          </EmptyState>
        }
      >
        {(suppressions) => <Suppressions items={suppressions} />}
      </PagedList>
    </Page>
  )
}

const reasonNames: Readonly<Record<Suppression['reason'], string>> = {
  bounce: say('bounce'),
  complaint: say('complaint'),
  operator: say('byOperator'),
}

function Suppressions({ items }: { items: readonly Suppression[] }) {
  const moderates = useCan('moderate')
  return (
    <Table
      outlined
      caption={say('mail')}
      items={items}
      rowKey={({ address }) => address}
      columns={[
        { name: say('address'), render: ({ address }) => <strong>{address}</strong> },
        {
          name: say('reason'),
          render: ({ reason }) => (
            <Badge tone={reason === 'operator' ? 'plain' : 'brass'}>{reasonNames[reason]}</Badge>
          ),
        },
        {
          name: say('note'),
          render: ({ detail }) => <span className="muted">{detail === '' ? '–' : detail}</span>,
        },
        { name: say('since'), render: ({ createdAt }) => <RelativeTime time={createdAt} /> },
        ...(moderates
          ? [
              {
                name: say('actions'),
                render: ({ address }: Suppression) => <Remove address={address} />,
              },
            ]
          : []),
      ]}
    />
  )
}

function Remove({ address }: { address: string }) {
  const remove = useAction(adminApi.mails.unsuppressAddress, {
    invalidates: ['admin.mails'],
    onDone: () => toast(say('removed', { address })),
  })
  return (
    <ConfirmButton
      label={say('remove')}
      title={say('removeTitle', { address })}
      confirmLabel={say('sendAgain')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutateAsync({ address })}
    >
      <p>{say('removeEffect')}</p>
    </ConfirmButton>
  )
}

function Suppress() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const suppress = useAction(adminApi.mails.suppressAddress, { invalidates: ['admin.mails'], onDone: close })
  const form = useForm({ address: '', detail: '' }, ({ address, detail }) => ({
    address: required(address, say('addressMissing')),
    detail: maxLength(detail, 500),
  }))
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say('suppress')}</Button>
      <Dialog title={say('suppressTitle')} open={open} onClose={close}>
        <p>{say('suppressEffect')}</p>
        <Form
          submitLabel={say('suppress')}
          busy={suppress.isPending}
          error={suppress.error}
          secondaryAction={<CancelButton onClose={close} />}
          onSubmit={form.submit(({ address, detail }) =>
            suppress.mutate({ address: address.trim(), ...(detail === '' ? {} : { detail }) }),
          )}
        >
          <Field label={say('address')} type="email" {...form.field('address')} />
          <Field label={say('note')} {...form.field('detail')} />
        </Form>
      </Dialog>
    </>
  )
}
