import { Gavel } from 'lucide-react'
import { useState } from 'react'
import type { Money, Ruling } from 'souk-contract'
import { amountError, amountText, parseAmount } from '../../lib/parse/amount-input.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { formatDeadline } from '../../lib/format/format-time.ts'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { useUnsaved } from '../../lib/hooks/use-unsaved.ts'
import { say } from '../../messages/en/operator-disputes.ts'
import { halfOf, SplitField } from '../../pages/task/dispute/split-field.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmDialog } from '../../ui/actions/confirm.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Row } from '../../ui/page/layout.tsx'
import { useNavigate } from '../../ui/page/link.tsx'
import { SplitBar } from '../../ui/data/split-bar.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { adminApi } from '../admin-api.ts'
import caseClasses from '../cases/case.module.css'
import { useCan } from '../operator-context.tsx'
import { useAction } from '../use-action.tsx'
import { handlesOf, type DisputeProps } from './parties.ts'

/** The ruling; other roles see until when it is due. */
export function RulingCard({ dispute }: DisputeProps) {
  const rules = useCan('rule')
  return (
    <section className={caseClasses.card} aria-label={say('ruling')}>
      <header className={caseClasses.cardHead}>
        <Gavel size={16} strokeWidth={1.75} aria-hidden="true" />
        <span>{say('ruling')}</span>
        <span>{say('by', { time: formatDeadline(dispute.dueAt) })}</span>
      </header>
      <div className={caseClasses.cardBody}>
        {rules ? (
          <RulingForm dispute={dispute} />
        ) : (
          <>
            <p>{say('heldAmount', { amount: formatMoney(dispute.amount) })}</p>
            <p className="muted">{say('roleCannotRule')}</p>
          </>
        )}
      </div>
    </section>
  )
}

/** Nothing to the client is a release, everything a refund. */
function rulingOf(toClient: number, total: number): Ruling {
  if (toClient === 0) return 'release'
  return toClient === total ? 'refund' : 'split'
}

function shareProblem(text: string, { amount: total, currency }: Money): string | undefined {
  const amount = parseAmount(text, currency)
  if (amount === 0) return undefined
  const problem = amountError(text, { field: say('theAmount'), currency, use: 'internal' })
  if (problem !== undefined) return problem
  return amount !== undefined && amount <= total
    ? undefined
    : say('atMost', { total: formatMoney({ amount: total, currency }) })
}

function RulingForm({ dispute }: DisputeProps) {
  const { amount: total, taskId } = dispute
  const navigate = useNavigate()
  const [confirming, setConfirming] = useState(false)
  const form = useForm({ share: halfOf(total), reasons: '' }, ({ share, reasons }) => ({
    share: shareProblem(share, total),
    reasons: required(reasons, say('reasonsMissing')) ?? maxLength(reasons, 5000),
  }))
  const rule = useAction(adminApi.disputes.ruleDispute, {
    invalidates: ['admin.disputes'],
    onDone: () => {
      toast(say('ruled'))
      void navigate('/operator/disputes')
    },
  })
  useUnsaved(form.isDirty && !rule.isPending)
  const amount = parseAmount(form.values.share, total.currency) ?? 0
  const ruling = rulingOf(amount, total.amount)
  return (
    <>
      <Form
        submitLabel={say('ruleAndPayOut')}
        busy={rule.isPending}
        error={null}
        onSubmit={form.submit(() => setConfirming(true))}
      >
        <SplitField
          total={total}
          feeBps={dispute.feeBps}
          names={handlesOf(dispute)}
          value={form.values.share}
          error={form.field('share').error}
          onChange={(share) => form.set('share', share)}
        />
        <Presets dispute={dispute} onSelect={(share) => form.set('share', share)} />
        <TextAreaField label={say('reasonsBothRead')} rows={5} {...form.field('reasons')} />
      </Form>
      <p className="muted">{say('rulingIsFinal')}</p>
      <ConfirmDialog
        title={say('ruleTitle')}
        confirmLabel={say('ruleAndPayOut')}
        open={confirming}
        onClose={() => setConfirming(false)}
        busy={rule.isPending}
        error={rule.error}
        onConfirm={() =>
          rule.mutateAsync({
            taskId,
            ruling,
            reasons: form.values.reasons,
            ...(ruling === 'split' ? { toClient: amount } : {}),
          })
        }
      >
        <SplitBar total={total} toClient={{ amount, currency: total.currency }} names={handlesOf(dispute)} />
        <p>{say('ruleConsequence')}</p>
      </ConfirmDialog>
    </>
  )
}

/** Usual divisions. */
function Presets({ dispute, onSelect }: DisputeProps & { readonly onSelect: (share: string) => void }) {
  const { amount: total, room } = dispute
  const { currency } = total
  const lastOffer = room.offers.at(-1)?.toClient
  const presets: readonly (readonly [string, string])[] = [
    [say('fullRefund'), amountText(total)],
    [say('payInFull'), amountText({ amount: 0, currency })],
    [say('half'), halfOf(total)],
    ...(lastOffer === undefined ? [] : [[say('lastOffer'), amountText(lastOffer)] as const]),
  ]
  return (
    <Row>
      {presets.map(([name, share]) => (
        <Button key={name} size="small" onClick={() => onSelect(share)}>
          {name}
        </Button>
      ))}
    </Row>
  )
}
