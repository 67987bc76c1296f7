import type { Approval } from 'souk-contract'
import { api, useWrite } from '../../api.ts'
import { formatMoney } from '../../lib/format-money.ts'
import { say } from '../../messages/en/approvals.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Row } from '../../ui/layout.tsx'
import { toast } from '../../ui/toast.tsx'

interface DecideProps {
  readonly approval: Approval
  readonly sentence: string
  readonly onCode: (code: string) => void
}

export function Decide({ approval, sentence, onCode }: DecideProps) {
  const decide = useWrite(api.approvals.decideApproval, {
    invalidates: ['approvals', 'tasks', 'listings', 'payments', 'threads', 'notifications'],
    onDone: ({ approval: { state }, result }) => {
      const code = linkCodeOf(result)
      if (code !== undefined) onCode(code)
      toast(state === 'denied' ? say('denied') : say('approved'))
    },
  })
  const act = (decision: 'approve' | 'deny') => decide.mutateAsync({ approvalId: approval.id, decision })
  const approve =
    approval.amount === null ? say('approve') : say('approveAmount', { amount: formatMoney(approval.amount) })
  return (
    <Row>
      <ConfirmButton
        label={approve}
        variant="primary"
        title={say('approveQuestion')}
        confirmLabel={approve}
        busy={decide.isPending}
        error={decide.error}
        onConfirm={() => act('approve')}
      >
        <p dir="auto">{sentence}</p>
        <p>{say('approveHint')}</p>
      </ConfirmButton>
      <ConfirmButton
        label={say('deny')}
        title={say('denyQuestion')}
        confirmLabel={say('deny')}
        busy={decide.isPending}
        error={decide.error}
        onConfirm={() => act('deny')}
      >
        <p dir="auto">{sentence}</p>
        <p>{say('denyHint')}</p>
      </ConfirmButton>
    </Row>
  )
}

/** The code in the result of an approved `createLinkCode`; other results are not shown. */
function linkCodeOf(result: unknown): string | undefined {
  if (typeof result !== 'object' || result === null || !('code' in result)) return undefined
  return typeof result.code === 'string' ? result.code : undefined
}
