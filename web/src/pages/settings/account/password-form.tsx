import { LockKeyhole } from 'lucide-react'
import { api, useWrite } from '../../../api.ts'
import { maxLength, required, useForm } from '../../../lib/hooks/use-form.ts'
import { say } from '../../../messages/en/account.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { toast } from '../../../ui/actions/toast.tsx'
import { SettingRow } from './setting-row.tsx'
import { isWrongPassword } from '../../../lib/calls/wrong-password.ts'

export function PasswordRow() {
  return (
    <SettingRow
      icon={LockKeyhole}
      title={say('password')}
      text={say('passwordHint')}
      action={say('changePassword')}
      form={(close) => <PasswordForm onDone={close} />}
    />
  )
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const form = useForm({ currentPassword: '', password: '' }, ({ currentPassword, password }) => ({
    currentPassword: required(currentPassword, say('enterCurrentPassword')),
    password: password.length < 8 ? say('passwordTooShort') : maxLength(password, 128),
  }))
  const update = useWrite(api.users.updateMe, {
    invalidates: ['sessions'],
    onDone: () => {
      onDone()
      toast(say('passwordChanged'))
    },
  })
  const isWrong = isWrongPassword(update.error)
  const current = form.field('currentPassword')
  return (
    <Form
      submitLabel={say('setPassword')}
      submitVariant="plain"
      busy={update.isPending}
      error={isWrong ? null : update.error}
      onSubmit={form.submit((values) => update.mutate(values))}
    >
      <Field
        label={say('currentPassword')}
        type="password"
        autoComplete="current-password"
        {...current}
        error={isWrong ? say('wrongPassword') : current.error}
      />
      <Field
        label={say('newPassword')}
        type="password"
        autoComplete="new-password"
        hint={say('newPasswordHint')}
        {...form.field('password')}
      />
    </Form>
  )
}
