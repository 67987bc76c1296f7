import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { hasUnsaved } from '../lib/hooks/use-unsaved.ts'
import { Button } from '../ui/actions/button.tsx'
import { Actions, Dialog } from '../ui/actions/dialog.tsx'
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
      <Actions
        primary={
          <Button
            variant="primary"
            data-initial-focus
            onClick={() => (blocker.state === 'blocked' ? blocker.reset() : undefined)}
          >
            {say('keepEditing')}
          </Button>
        }
        secondary={
          <Button
            variant="danger"
            onClick={() => (blocker.state === 'blocked' ? blocker.proceed() : undefined)}
          >
            {say('discardEdits')}
          </Button>
        }
      />
    </Dialog>
  )
}
