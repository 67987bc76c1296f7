import type { FormEvent, ReactNode } from 'react'
import type { SoukError } from 'souk-sdk'
import { Button } from '../actions/button.tsx'
import { Actions } from '../actions/dialog.tsx'
import { ErrorMessage } from '../page/error-message.tsx'
import classes from './field.module.css'
import { Stack } from '../page/layout.tsx'

interface FormProps {
  readonly onSubmit: (event: FormEvent) => void
  readonly submitLabel: string
  readonly submitVariant?: 'primary' | 'plain' | 'danger' | 'stop'
  readonly busy: boolean
  readonly error: SoukError | null
  readonly secondaryAction?: ReactNode
  readonly children: ReactNode
}

export function Form(props: FormProps) {
  const { onSubmit, submitLabel, submitVariant = 'primary', busy, error, secondaryAction, children } = props
  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <Stack>
        {children}
        {error === null ? null : <ErrorMessage error={error} />}
        <Actions
          primary={
            <Button type="submit" variant={submitVariant} busy={busy}>
              {submitLabel}
            </Button>
          }
          secondary={secondaryAction}
        />
      </Stack>
    </form>
  )
}
