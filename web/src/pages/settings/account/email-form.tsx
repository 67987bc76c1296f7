import { Mail } from 'lucide-react'
import type { User } from 'souk-contract'
import { api, useWrite } from '../../../api.ts'
import { required, useForm } from '../../../lib/hooks/use-form.ts'
import { say } from '../../../messages/en/account.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorMessage } from '../../../ui/page/error-message.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Row } from '../../../ui/page/layout.tsx'
import { toast } from '../../../ui/actions/toast.tsx'
import { SettingRow } from './setting-row.tsx'
import { isWrongPassword } from '../../../lib/calls/wrong-password.ts'

/** The address, its verification, and a form that changes it. */
export function EmailRow({ user }: { user: User }) {
  return (
    <SettingRow
      icon={Mail}
      title={say('email')}
      text={<Verification user={user} />}
      action={say('changeEmail')}
      form={(close) => <ChangeEmail user={user} onDone={close} />}
    />
  )
}

function Verification({ user }: { user: User }) {
  const request = useWrite(api.users.requestVerification, { onDone: () => toast(say('verificationSent')) })
  return (
    <Row>
      {user.email}
      {user.emailVerified ? (
        <Badge tone="good">{say('verified')}</Badge>
      ) : (
        <>
          <Badge tone="brass">{say('notVerified')}</Badge>
          <span>{say('openLink')}</span>
          <Button size="small" variant="quiet" busy={request.isPending} onClick={() => request.mutate({})}>
            {say('sendAgain')}
          </Button>
        </>
      )}
      {request.error === null ? null : <ErrorMessage error={request.error} />}
    </Row>
  )
}

function ChangeEmail({ user, onDone }: { user: User; onDone: () => void }) {
  const form = useForm({ email: '', currentPassword: '' }, ({ email, currentPassword }) => ({
    email:
      email.trim() === user.email
        ? say('sameEmail')
        : /^\S+@\S+$/.test(email.trim())
          ? undefined
          : say('enterEmail'),
    currentPassword: required(currentPassword, say('enterCurrentPassword')),
  }))
  const update = useWrite(api.users.updateMe, {
    invalidates: ['users', 'sessions'],
    onDone: ({ user: { email } }) => {
      onDone()
      toast(say('emailChanged', { email }))
    },
  })
  const isWrong = isWrongPassword(update.error)
  const password = form.field('currentPassword')
  return (
    <Form
      submitLabel={say('changeEmail')}
      submitVariant="plain"
      busy={update.isPending}
      error={isWrong ? null : update.error}
      onSubmit={form.submit(({ email, currentPassword }) =>
        update.mutate({ email: email.trim(), currentPassword }),
      )}
    >
      <Field
        label={say('newEmail')}
        type="email"
        autoComplete="email"
        hint={say('newEmailHint')}
        {...form.field('email')}
      />
      <Field
        label={say('currentPassword')}
        type="password"
        autoComplete="current-password"
        {...password}
        error={isWrong ? say('wrongPassword') : password.error}
      />
    </Form>
  )
}
