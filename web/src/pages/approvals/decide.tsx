import type { Approval } from 'souk-contract'
import { isSoukError, type Client } from 'souk-sdk'
import { api, useWrite } from '../../api.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { say } from '../../messages/en/approvals.ts'
import { ConfirmButton } from '../../ui/actions/confirm.tsx'
import { Row } from '../../ui/page/layout.tsx'
import { toast } from '../../ui/actions/toast.tsx'

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

interface DenyAllProps {
  readonly approvals: readonly Approval[]
  readonly agent: string
}

/** Denies every request of an agent that asks for too much. */
export function DenyAll({ approvals, agent }: DenyAllProps) {
  const deny = useWrite(denyEach, {
    invalidates: ['approvals', 'notifications'],
    onDone: (count) => toast(say('deniedCount', { count })),
  })
  return (
    <ConfirmButton
      label={say('denyAll')}
      variant="quiet"
      title={say('denyAllQuestion', { count: approvals.length, agent })}
      confirmLabel={say('denyAll')}
      busy={deny.isPending}
      error={deny.error}
      onConfirm={() => deny.mutateAsync(approvals)}
    >
      <p>{say('denyHint')}</p>
    </ConfirmButton>
  )
}

/** Returns how many were denied; another person may have decided some of them meanwhile. */
async function denyEach(approvals: readonly Approval[], client: Client): Promise<number> {
  let count = 0
  for (const { id } of approvals) {
    try {
      await client.approvals.decideApproval({ approvalId: id, decision: 'deny' })
      count++
    } catch (error) {
      if (!isSoukError(error, 'conflict') && !isSoukError(error, 'gone')) throw error
    }
  }
  return count
}

/** The code in the result of an approved `createLinkCode`; other results are not shown. */
function linkCodeOf(result: unknown): string | undefined {
  if (typeof result !== 'object' || result === null || !('code' in result)) return undefined
  return typeof result.code === 'string' ? result.code : undefined
}
