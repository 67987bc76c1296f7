import { say } from '../../messages/en/operator-market.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { adminApi } from '../admin-api.ts'
import { useAction } from '../use-action.tsx'

export function ResendVerification({ userId }: { userId: string }) {
  const resend = useAction(adminApi.marketDesk.resendVerification, { onDone: () => toast(say('mailSent')) })
  return (
    <>
      <Button busy={resend.isPending} onClick={() => resend.mutate({ userId })}>
        {say('resendVerification')}
      </Button>
      {resend.error === null ? null : <ErrorMessage error={resend.error} />}
    </>
  )
}
