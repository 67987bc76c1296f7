import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { hasUnsaved } from '../lib/use-unsaved.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Row } from '../ui/layout.tsx'
import { say } from '../messages/en/shell.ts'

/** Asks before a navigation, a reload or a closed tab discards unsaved edits. */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  return (
    <Dialog
      title={say('leaveTitle')}
      open={blocker.state === 'blocked'}
      onClose={() => (blocker.state === 'blocked' ? blocker.reset() : undefined)}
    >
      <p>{say('leaveConsequence')}</p>
      <Row>
        <Button variant="primary" onClick={() => (blocker.state === 'blocked' ? blocker.reset() : undefined)}>
          {say('keepEditing')}
        </Button>
        <Button
          variant="danger"
          onClick={() => (blocker.state === 'blocked' ? blocker.proceed() : undefined)}
        >
          {say('discardEdits')}
        </Button>
      </Row>
    </Dialog>
  )
}
