import { api, useRead, useWrite } from '../../api.ts'
import { discardSession } from '../../identity/session-store.ts'
import { formatDay } from '../../lib/format/format-time.ts'
import { RichText } from '../../markdown/rich-text.tsx'
import { say } from '../../messages/en/session.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Actions, Dialog } from '../../ui/actions/dialog.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { useNavigate } from '../../ui/page/link.tsx'
import { QueryContent } from '../../ui/page/query-content.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import classes from './terms-dialog.module.css'

interface TermsDialogProps {
  readonly version: number
  readonly open: boolean
  readonly onClose: () => void
}

/** The terms with the ways out: accept them, read on without changing anything, look after the account, or sign out. */
export function TermsDialog({ version, open, onClose }: TermsDialogProps) {
  return (
    <Dialog title={say('acceptTermsQuestion')} open={open} onClose={onClose} wide>
      <Terms />
      <p>{say('termsExplained')}</p>
      <Decision version={version} onClose={onClose} />
    </Dialog>
  )
}

export function useAcceptTerms() {
  return useWrite(api.market.acceptMarketTerms, {
    invalidates: ['users', 'market'],
    onDone: () => toast(say('termsAccepted')),
  })
}

function Terms() {
  const query = useRead(api.market.getMarketTerms, {})
  return (
    <QueryContent query={query}>
      {({ terms }) =>
        terms === null ? null : (
          <div className={classes.terms} role="region" aria-label={say('termsOfService')} tabIndex={0}>
            <p className="muted">
              {say('termsVersion', { version: terms.version, day: formatDay(terms.effectiveAt) })}
            </p>
            <RichText text={terms.text} />
          </div>
        )
      }
    </QueryContent>
  )
}

function Decision({ version, onClose }: Omit<TermsDialogProps, 'open'>) {
  const accept = useAcceptTerms()
  const navigate = useNavigate()
  const signOut = useWrite(api.sessions.endCurrentSession, { onDone: () => discardSession() })
  return (
    <>
      {accept.error === null ? null : <ErrorMessage error={accept.error} />}
      <Actions
        primary={
          <Button
            variant="primary"
            busy={accept.isPending || accept.isSuccess}
            onClick={() => accept.mutate({ version })}
          >
            {say('acceptTerms')}
          </Button>
        }
        secondary={
          <>
            <Button variant="quiet" busy={signOut.isPending} onClick={() => signOut.mutate({})}>
              {say('signOut')}
            </Button>
            <Button
              variant="quiet"
              onClick={() => {
                onClose()
                void navigate('/settings')
              }}
            >
              {say('accountAndData')}
            </Button>
            <Button onClick={onClose}>{say('readOnlyForNow')}</Button>
          </>
        }
      />
    </>
  )
}
