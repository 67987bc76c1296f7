import { useState } from 'react'
import { Button } from './button.tsx'
import { Row, Stack } from './layout.tsx'
import classes from './one-time-secret.module.css'

interface SecretProps {
  readonly secret: string
  readonly says: string
  readonly onDone: () => void
}

/** Shown once, and gone when it is closed. */
export function Secret({ secret, says, onDone }: SecretProps) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    setCopied(true)
  }
  return (
    <Stack gap={3}>
      <p>{says}</p>
      <code className={classes.secret}>{secret}</code>
      <Row>
        <Button look="primary" onClick={() => void copy()}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button look="quiet" onClick={onDone}>
          I have kept it
        </Button>
      </Row>
    </Stack>
  )
}
