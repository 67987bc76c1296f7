import { useState } from 'react'
import { Button } from '../actions/button.tsx'
import { Row, Stack } from '../page/layout.tsx'
import { say } from '../../messages/en/ui.ts'
import classes from './one-time-secret.module.css'

interface OneTimeSecretProps {
  readonly secret: string
  readonly description: string
  readonly onDone: () => void
}

/** A secret that the server returns only once; `onDone` discards it. */
export function OneTimeSecret({ secret, description, onDone }: OneTimeSecretProps) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    setCopied(true)
  }
  return (
    <Stack gap={3}>
      <p>{description}</p>
      <code className={classes.secret}>{secret}</code>
      <Row>
        <Button variant="primary" onClick={() => void copy()}>
          {copied ? say('copied') : say('copy')}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {say('iveSavedIt')}
        </Button>
      </Row>
    </Stack>
  )
}
