import type { FormEvent, ReactNode } from 'react'
import type { SoukError } from 'souk-sdk'
import { Button } from './button.tsx'
import classes from './field.module.css'
import { Row, Stack } from './layout.tsx'
import { Problem } from './states.tsx'

interface FormProps {
  readonly onSubmit: (event: FormEvent) => void
  /** What the button does, in a word or two. */
  readonly send: string
  readonly busy: boolean
  readonly error: SoukError | null
  readonly beside?: ReactNode
  readonly children: ReactNode
}

export function Form({ onSubmit, send, busy, error, beside, children }: FormProps) {
  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <Stack>
        {children}
        {error === null ? null : <Problem error={error} />}
        <Row>
          <Button type="submit" look="primary" busy={busy}>
            {send}
          </Button>
          {beside}
        </Row>
      </Stack>
    </form>
  )
}
