import type { SoukError } from 'souk-sdk'
import { Button } from './button.tsx'
import classes from './error-message.module.css'

export interface ErrorMessageProps {
  readonly error: SoukError
  readonly retry?: (() => void) | undefined
}

/** A failed call, shown next to the control that made it. */
export function ErrorMessage({ error, retry }: ErrorMessageProps) {
  return (
    <div className={classes.error} role="alert">
      <strong>{error.status === 0 ? 'Can’t reach the server. Check your connection.' : error.message}</strong>
      {error.hint === undefined ? null : <p>{error.hint}</p>}
      {retry === undefined ? null : <Button onClick={retry}>Try again</Button>}
      {error.requestId === undefined || error.status < 500 ? null : (
        <small>Request ID: {error.requestId}</small>
      )}
    </div>
  )
}
