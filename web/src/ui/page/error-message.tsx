import type { SoukError } from 'souk-sdk'
import { errorText } from '../../messages/error-text.ts'
import { say } from '../../messages/en/ui.ts'
import { Button } from '../actions/button.tsx'
import classes from './error-message.module.css'

export interface ErrorMessageProps {
  readonly error: SoukError
  readonly retry?: (() => void) | undefined
}

/** A failed call, shown next to the control that made it. */
export function ErrorMessage({ error, retry }: ErrorMessageProps) {
  return (
    <div className={classes.error} role="alert">
      <ErrorText error={error} />
      {retry === undefined ? null : <Button onClick={retry}>{say('tryAgain')}</Button>}
      {error.requestId === undefined || error.status < 500 ? null : (
        <small>{say('requestId', { id: error.requestId })}</small>
      )}
    </div>
  )
}

/** The error and its details. Details come from the server, which writes English. */
export function ErrorText({ error }: { error: SoukError }) {
  const { text, details } = errorText(error)
  return (
    <>
      <strong>{text}</strong>
      {details.map((detail) => (
        <p key={detail.text} lang={detail.lang}>
          {detail.text}
        </p>
      ))}
    </>
  )
}
