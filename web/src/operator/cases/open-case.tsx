import { useState } from 'react'
import { caseKinds, type CaseKind } from 'souk-contract'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { say } from '../../messages/en/operator-cases.ts'
import { Button } from '../../ui/actions/button.tsx'
import { CancelButton, Dialog } from '../../ui/actions/dialog.tsx'
import { Field, SelectField, TextAreaField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useNavigate } from '../../ui/page/link.tsx'
import { adminApi } from '../admin-api.ts'
import { useAction } from '../use-action.tsx'
import { kindNames } from './labels.ts'

/** Opens a case without a report, for example on a person. */
export function OpenCase() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say('openACase')}</Button>
      <Dialog title={say('openACaseTitle')} open={open} onClose={() => setOpen(false)}>
        <OpenCaseForm onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

/** Messages and tasks can be reported by their parties only. */
const openable: readonly CaseKind[] = caseKinds.filter((kind) => kind !== 'message' && kind !== 'task')

function OpenCaseForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [kind, setKind] = useState<CaseKind>('agent')
  const form = useForm({ subjectId: '', reason: '' }, ({ subjectId, reason }) => ({
    subjectId: required(subjectId, say('subjectMissing')),
    reason: required(reason, say('reasonMissing')) ?? maxLength(reason, 5000),
  }))
  const openCase = useAction(adminApi.moderation.openCase, {
    invalidates: ['admin.moderation'],
    onDone: (reply) => {
      onClose()
      void navigate(`/operator/cases/${reply.case.id}`)
    },
  })
  return (
    <Form
      submitLabel={say('openCase')}
      busy={openCase.isPending}
      error={openCase.error}
      secondaryAction={<CancelButton onClose={onClose} />}
      onSubmit={form.submit(({ subjectId, reason }) =>
        openCase.mutate({ kind, subjectId: subjectId.trim().replace(/^@/, ''), reason }),
      )}
    >
      <SelectField<string>
        label={say('about')}
        value={kind}
        options={Object.fromEntries(openable.map((name) => [name, kindNames[name]]))}
        onSelect={(name) => setKind(openable.find((one) => one === name) ?? 'agent')}
      />
      <Field label={say('subjectId')} hint={say('subjectIdHint')} {...form.field('subjectId')} />
      <TextAreaField label={say('why')} hint={say('whyHint')} rows={3} {...form.field('reason')} />
    </Form>
  )
}
