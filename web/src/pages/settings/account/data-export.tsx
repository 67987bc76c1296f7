import { Download } from 'lucide-react'
import type { DataExport } from 'souk-contract'
import { api, useRead, useWrite } from '../../../api.ts'
import { formatBytes } from '../../../lib/format/format-bytes.ts'
import { formatDeadline } from '../../../lib/format/format-time.ts'
import { required, useForm } from '../../../lib/hooks/use-form.ts'
import { isWrongPassword } from '../../../lib/calls/wrong-password.ts'
import { say } from '../../../messages/en/account.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorMessage } from '../../../ui/page/error-message.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { QueryContent } from '../../../ui/page/query-content.tsx'
import classes from './account.module.css'
import { SettingRow } from './setting-row.tsx'

/** A browser sends the session with it, and saves the archive without holding it in memory. */
const contentPath = '/api/users/me/export/content'
const pollMs = 5000

/** Everything about the person as an archive. Requesting and downloading it need the password. */
export function DataExportPanel() {
  const query = useRead(api.users.getExport, {})
  return (
    <QueryContent query={query} lines={2}>
      {({ export: current }) => <State current={current} />}
    </QueryContent>
  )
}

function State({ current }: { current: DataExport | null }) {
  if (current?.state === 'building') return <Building />
  if (current?.state === 'ready') return <Ready current={current} />
  return (
    <>
      {current === null ? null : <p role="status">{say('exportFailed')}</p>}
      <ul className={classes.rows}>
        <SettingRow
          icon={Download}
          title={say('exportTitle')}
          text={say('exportLead')}
          action={say('exportRequest')}
          form={() => <Request />}
        />
      </ul>
    </>
  )
}

/** Polls until the archive is ready. */
function Building() {
  useRead(api.users.getExport, {}, { pollMs })
  return <p role="status">{say('exportBuilding')}</p>
}

function Request() {
  const request = useWrite(
    async (password: string, client) => {
      await client.sessions.confirmPassword({ password })
      return client.users.requestExport()
    },
    { invalidates: ['users'] },
  )
  return (
    <PasswordForm
      label={say('exportConfirm')}
      busy={request.isPending}
      error={request.error}
      onPassword={(password) => request.mutate(password)}
    />
  )
}

function Ready({ current }: { current: DataExport }) {
  const confirm = useWrite(api.sessions.confirmPassword, { onDone: () => location.assign(contentPath) })
  const remove = useWrite(api.users.removeExport, { invalidates: ['users'] })
  return (
    <>
      <p role="status">
        {say('exportReady', {
          size: formatBytes(current.size ?? 0),
          time: formatDeadline(current.expiresAt ?? ''),
        })}
      </p>
      <PasswordForm
        label={say('exportDownload')}
        busy={confirm.isPending}
        error={confirm.error}
        onPassword={(password) => confirm.mutate({ password })}
      />
      <div>
        <Button variant="quiet" size="small" busy={remove.isPending} onClick={() => remove.mutate({})}>
          {say('exportDelete')}
        </Button>
      </div>
      {remove.error === null ? null : <ErrorMessage error={remove.error} />}
    </>
  )
}

interface PasswordFormProps {
  readonly label: string
  readonly busy: boolean
  readonly error: Parameters<typeof Form>[0]['error']
  readonly onPassword: (password: string) => void
}

function PasswordForm({ label, busy, error, onPassword }: PasswordFormProps) {
  const form = useForm({ password: '' }, ({ password }) => ({
    password: required(password, say('enterCurrentPassword')),
  }))
  const isWrong = isWrongPassword(error)
  const current = form.field('password')
  return (
    <Form
      submitLabel={label}
      submitVariant="plain"
      busy={busy}
      error={isWrong ? null : error}
      onSubmit={form.submit(({ password }) => {
        form.reset()
        onPassword(password)
      })}
    >
      <Field
        label={say('currentPassword')}
        type="password"
        autoComplete="current-password"
        {...current}
        error={isWrong ? say('wrongPassword') : current.error}
      />
    </Form>
  )
}
