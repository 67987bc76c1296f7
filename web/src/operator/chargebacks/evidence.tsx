import type { ChargebackDetails, ChargebackEvidenceState } from 'souk-contract'
import { formatDateTime } from '../../lib/format/format-time.ts'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { useUnsaved } from '../../lib/hooks/use-unsaved.ts'
import { say } from '../../messages/en/operator-chargebacks.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { ConfirmButton } from '../../ui/actions/confirm.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { UserText } from '../../ui/content/user-text.tsx'
import { adminApi } from '../admin-api.ts'
import { useCan } from '../operator-context.tsx'
import { useAction } from '../use-action.tsx'
import { evidenceNames, evidenceTones } from './labels.ts'

const invalidates = ['admin.chargebacks'] as const
const changeable: ReadonlySet<ChargebackEvidenceState | null> = new Set([null, 'draft', 'failed'] as const)

interface EvidenceProps {
  readonly chargeback: ChargebackDetails
}

/** The statement: a form until it is sent, then a text. */
export function EvidencePanel({ chargeback }: EvidenceProps) {
  const { evidence, evidenceState, state } = chargeback
  const mayWrite = useCan('moveMoney')
  const canWrite = mayWrite && state === 'open' && changeable.has(evidenceState)
  return (
    <Panel
      title={say('statement')}
      actions={
        evidenceState === null ? undefined : (
          <Badge tone={evidenceTones[evidenceState]}>{evidenceNames[evidenceState]}</Badge>
        )
      }
    >
      {evidence !== null && evidence.failure !== null ? (
        <p role="status">{say('refused', { failure: evidence.failure })}</p>
      ) : null}
      {canWrite ? <StatementForm key={evidence?.updatedAt} chargeback={chargeback} /> : null}
      {canWrite || evidence === null ? null : <UserText text={evidence.statement} />}
      {evidence?.sentAt === null || evidence === null ? null : (
        <p className="muted">{say('sentAt', { time: formatDateTime(evidence.sentAt) })}</p>
      )}
      {canWrite || evidence !== null ? null : (
        <p className="muted">{state === 'open' ? say('roleReads') : say('readOnly')}</p>
      )}
    </Panel>
  )
}

function StatementForm({ chargeback: { ref: chargebackRef, evidence } }: EvidenceProps) {
  const form = useForm({ statement: evidence?.statement ?? '' }, ({ statement }) => ({
    statement: required(statement, say('statementMissing')) ?? maxLength(statement, 10_000),
  }))
  const save = useAction(adminApi.chargebacks.saveEvidence, {
    invalidates,
    onDone: () => toast(say('saved')),
  })
  useUnsaved(form.isDirty && !save.isPending)
  return (
    <Form
      submitLabel={say('save')}
      busy={save.isPending}
      error={save.error}
      secondaryAction={
        evidence === null || form.isDirty ? undefined : <SendButton chargebackRef={chargebackRef} />
      }
      onSubmit={form.submit(({ statement }) => save.mutate({ chargebackRef, statement }))}
    >
      <TextAreaField
        label={say('statementLabel')}
        hint={say('statementHint')}
        rows={8}
        {...form.field('statement')}
      />
    </Form>
  )
}

function SendButton({ chargebackRef }: { chargebackRef: string }) {
  const send = useAction(adminApi.chargebacks.sendEvidence, {
    invalidates,
    onDone: () => toast(say('sending')),
  })
  return (
    <ConfirmButton
      label={say('send')}
      title={say('sendTitle')}
      confirmLabel={say('send')}
      busy={send.isPending}
      error={send.error}
      onConfirm={() => send.mutateAsync({ chargebackRef })}
    >
      <p>{say('sendEffect')}</p>
    </ConfirmButton>
  )
}
