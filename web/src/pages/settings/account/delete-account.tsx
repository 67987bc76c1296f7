import { useState } from 'react'
import type { Client } from 'souk-sdk'
import { api, useRead, useWrite } from '../../../api.ts'
import { deletionBlockerText } from '../../../lib/format/blocker-text.ts'
import { formatDateTime } from '../../../lib/format/format-time.ts'
import { required, useForm } from '../../../lib/hooks/use-form.ts'
import { say } from '../../../messages/en/account.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { CancelButton, Dialog } from '../../../ui/actions/dialog.tsx'
import { ErrorMessage } from '../../../ui/page/error-message.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { QueryContent } from '../../../ui/page/query-content.tsx'
import { toast } from '../../../ui/actions/toast.tsx'
import classes from './account.module.css'
import { isWrongPassword } from '../../../lib/calls/wrong-password.ts'

/** Deletes the account after a grace period, or says what has to end first. */
export function DeleteAccount() {
  const query = useRead(api.users.checkDeletion, {})
  return (
    <QueryContent query={query} lines={2}>
      {({ deletesAt, blockers }) =>
        deletesAt !== null ? (
          <Requested deletesAt={deletesAt} />
        ) : blockers.length > 0 ? (
          <Blocked reasons={blockers.map(deletionBlockerText)} />
        ) : (
          <Request />
        )
      }
    </QueryContent>
  )
}

function Requested({ deletesAt }: { deletesAt: string }) {
  const restore = useWrite(api.users.restoreMe, {
    invalidates: ['users'],
    onDone: () => toast(say('deletionCanceled')),
  })
  return (
    <>
      <p>{say('deletionRequested', { time: formatDateTime(deletesAt) })}</p>
      <Button busy={restore.isPending} onClick={() => restore.mutate({})}>
        {say('keepAccount')}
      </Button>
      {restore.error === null ? null : <ErrorMessage error={restore.error} />}
    </>
  )
}

function Blocked({ reasons }: { reasons: readonly string[] }) {
  return (
    <>
      <p>{say('deletionBlocked')}</p>
      <ul className={classes.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p>
        {say.rich('unblockDeletion', {
          money: (content) => <Link to="/money">{content}</Link>,
          work: (content) => <Link to="/my-work">{content}</Link>,
        })}
      </p>
    </>
  )
}

function Request() {
  const [open, setOpen] = useState(false)
  const form = useForm({ password: '' }, ({ password }) => ({
    password: required(password, say('enterCurrentPassword')),
  }))
  const request = useWrite(deleteWithPassword, {
    invalidates: ['users'],
    onDone: () => {
      form.reset()
      setOpen(false)
    },
  })
  const isWrong = isWrongPassword(request.error)
  const password = form.field('password')
  return (
    <>
      <p>{say('deletionHint')}</p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {say('deleteAccount')}
      </Button>
      <Dialog title={say('deleteAccountQuestion')} open={open} onClose={() => setOpen(false)}>
        <p>{say('deletionConsequence')}</p>
        <Form
          submitLabel={say('deleteAccount')}
          busy={request.isPending}
          error={isWrong ? null : request.error}
          secondaryAction={<CancelButton onClose={() => setOpen(false)} />}
          onSubmit={form.submit((values) => request.mutate(values))}
        >
          <Field
            label={say('currentPassword')}
            type="password"
            autoComplete="current-password"
            {...password}
            error={isWrong ? say('wrongPassword') : password.error}
          />
        </Form>
      </Dialog>
    </>
  )
}

/** The server deletes an account only shortly after its password was entered. */
async function deleteWithPassword({ password }: { password: string }, client: Client) {
  await client.sessions.confirmPassword({ password })
  return client.users.deleteMe({})
}
