import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react'
import { isSoukError, type CallOptions, type Client } from 'souk-sdk'
import { api, useWrite, type Group } from '../api.ts'
import type { Operation } from '../identity/operations.ts'
import { required, useForm } from '../lib/hooks/use-form.ts'
import { isWrongPassword } from '../lib/calls/wrong-password.ts'
import { say } from '../messages/en/operator-console.ts'
import { CancelButton, Dialog } from '../ui/actions/dialog.tsx'
import { Field } from '../ui/forms/field.tsx'
import { Form } from '../ui/forms/form.tsx'

type Call<Input, Reply> = (input: Input, options?: CallOptions) => Promise<Reply>

/** Runs an operation as a mutation. If the server requires reauthentication, asks for the password and repeats the call. */
export function useAction<Input, Reply>(
  action: Operation<Call<Input, Reply>>,
  options: { invalidates?: readonly Group[]; onDone?: (reply: Reply) => void } = {},
) {
  const askForPassword = useContext(PasswordContext)
  return useWrite(async (input: Input, client: Client, once: CallOptions): Promise<Reply> => {
    try {
      return await action.of(client)(input, once)
    } catch (error) {
      if (!isSoukError(error, 'reauthentication-required') || !(await askForPassword())) throw error
      return action.of(client)(input, once)
    }
  }, options)
}

/** Resolves to whether the password was confirmed. */
type AskForPassword = () => Promise<boolean>

const PasswordContext = createContext<AskForPassword>(async () => false)

/** Asks for the password above the dialog of the action that needs it. */
export function PasswordPrompt({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const answer = useRef<(confirmed: boolean) => void>(undefined)
  const ask = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        answer.current = resolve
        setOpen(true)
      }),
    [],
  )
  const close = (confirmed: boolean) => {
    setOpen(false)
    answer.current?.(confirmed)
    answer.current = undefined
  }
  return (
    <PasswordContext value={ask}>
      {children}
      <Dialog title={say('enterYourPassword')} open={open} onClose={() => close(false)}>
        <PasswordForm onDone={close} />
      </Dialog>
    </PasswordContext>
  )
}

function PasswordForm({ onDone }: { onDone: (confirmed: boolean) => void }) {
  const confirm = useWrite(api.sessions.confirmPassword, { onDone: () => onDone(true) })
  const form = useForm({ password: '' }, ({ password }) => ({
    password: required(password, say('passwordMissing')),
  }))
  const isWrong = isWrongPassword(confirm.error)
  const current = form.field('password')
  return (
    <>
      <p>{say('passwordReason')}</p>
      <Form
        submitLabel={say('continue')}
        busy={confirm.isPending}
        error={isWrong ? null : confirm.error}
        secondaryAction={<CancelButton onClose={() => onDone(false)} />}
        onSubmit={form.submit(({ password }) => confirm.mutate({ password }))}
      >
        <Field
          label={say('password')}
          type="password"
          autoComplete="current-password"
          autoFocus
          {...current}
          error={isWrong ? say('wrongPassword') : current.error}
        />
      </Form>
    </>
  )
}
