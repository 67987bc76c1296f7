import { useState } from 'react'
import { api, useRead } from '../../api.ts'
import { formatDay } from '../../lib/format/format-time.ts'
import { fromInputTime, timeZoneName } from '../../lib/format/time-zone.ts'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { useUnsaved } from '../../lib/hooks/use-unsaved.ts'
import { say } from '../../messages/en/operator-policy.ts'
import { Button } from '../../ui/actions/button.tsx'
import { CancelButton, Dialog } from '../../ui/actions/dialog.tsx'
import { Field, TextAreaField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { adminApi } from '../admin-api.ts'
import { useAction } from '../use-action.tsx'

/** The latest terms of service; admins publish the next version. */
export function TermsSection({ editable }: { editable: boolean }) {
  const [publishing, setPublishing] = useState(false)
  const { data } = useRead(api.market.getMarketTerms, {})
  const terms = data?.terms ?? null
  const close = () => setPublishing(false)
  return (
    <Panel
      title={say('termsOfService')}
      actions={editable ? <Button onClick={() => setPublishing(true)}>{say('publishTerms')}</Button> : null}
    >
      {terms === null ? (
        <p className="muted">{say('noTerms')}</p>
      ) : (
        <p>
          <Link to="/terms">{say('termsVersion', { version: terms.version })}</Link>{' '}
          {say('termsEffective', { day: formatDay(terms.effectiveAt) })}
        </p>
      )}
      <Dialog title={say('publishTerms')} open={publishing} onClose={close} wide>
        <PublishForm text={terms?.text ?? ''} onClose={close} />
      </Dialog>
    </Panel>
  )
}

function PublishForm({ text, onClose }: { text: string; onClose: () => void }) {
  const form = useForm({ text, effectiveAt: '', reason: '' }, (values) => ({
    text: required(values.text, say('termsMissing')) ?? maxLength(values.text, 200_000),
    reason: required(values.reason, say('reasonMissing')) ?? maxLength(values.reason, 1000),
  }))
  const publish = useAction(adminApi.policy.publishMarketTerms, {
    invalidates: ['admin.policy', 'market'],
    onDone: () => {
      onClose()
      toast(say('termsPublished'))
    },
  })
  useUnsaved(form.isDirty && !publish.isPending)
  return (
    <Form
      submitLabel={say('publishTerms')}
      busy={publish.isPending}
      error={publish.error}
      secondaryAction={<CancelButton onClose={onClose} />}
      onSubmit={form.submit(({ effectiveAt, ...values }) =>
        publish.mutate({
          ...values,
          effectiveAt: effectiveAt === '' ? new Date().toISOString() : fromInputTime(effectiveAt),
        }),
      )}
    >
      <TextAreaField label={say('termsText')} hint={say('termsTextHint')} rows={12} {...form.field('text')} />
      <Field
        label={say('termsEffectiveAt')}
        type="datetime-local"
        hint={say('termsEffectiveHint', { zone: timeZoneName() })}
        {...form.field('effectiveAt')}
      />
      <TextAreaField label={say('reason')} hint={say('reasonHint')} rows={2} {...form.field('reason')} />
    </Form>
  )
}
