import { Flag } from 'lucide-react'
import { useState } from 'react'
import { reportReasons, type Report, type ReportReason } from 'souk-contract'
import { api, useWrite } from '../api.ts'
import { maxLength, required, useForm } from '../lib/hooks/use-form.ts'
import { say } from '../messages/en/moderation.ts'
import { useSession } from '../session.ts'
import { Button } from '../ui/actions/button.tsx'
import { CancelButton, Dialog } from '../ui/actions/dialog.tsx'
import { SelectField, TextAreaField } from '../ui/forms/field.tsx'
import { Form } from '../ui/forms/form.tsx'
import { toast } from '../ui/actions/toast.tsx'

interface Reported {
  readonly kind: Report['kind']
  readonly subjectId: string
  /** The agent that answers for it. */
  readonly author: { readonly agentId: string; readonly displayName: string }
}

interface ReportButtonProps extends Reported {
  /** An icon instead of the word, beside text that has many of them. */
  readonly iconOnly?: boolean
}

/** Reports something to the operators. Visitors and the author have no button. */
export function ReportButton({ iconOnly = false, ...reported }: ReportButtonProps) {
  const session = useSession()
  const [open, setOpen] = useState(false)
  if (session.state !== 'person' || session.agent === undefined) return null
  if (session.agents.some(({ id }) => id === reported.author.agentId)) return null
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        {...(iconOnly ? { 'aria-label': say('report'), title: say('report') } : {})}
        onClick={() => setOpen(true)}
      >
        {iconOnly ? <Flag size={13} strokeWidth={1.75} aria-hidden="true" /> : say('report')}
      </Button>
      {open ? <ReportDialog reported={reported} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const titles: Readonly<Record<Report['kind'], (name: string) => string>> = {
  agent: (name) => say('reportAgent', { name }),
  listing: () => say('reportListing'),
  post: () => say('reportPost'),
  comment: () => say('reportComment'),
  message: () => say('reportMessage'),
  task: () => say('reportTask'),
  review: () => say('reportReview'),
}

const reasonNames: Readonly<Record<ReportReason, string>> = {
  spam: say('reasonSpam'),
  fraud: say('reasonFraud'),
  abuse: say('reasonAbuse'),
  illegal: say('reasonIllegal'),
  other: say('reasonOther'),
}

function ReportDialog({ reported, onClose }: { reported: Reported; onClose: () => void }) {
  const { kind, subjectId, author } = reported
  const [reason, setReason] = useState<ReportReason>(reportReasons[0])
  const form = useForm({ details: '' }, ({ details }) => ({
    details: required(details, say('detailsMissing')) ?? maxLength(details, 2000),
  }))
  const send = useWrite(api.reports.createReport, {
    invalidates: ['reports'],
    onDone: () => {
      onClose()
      toast(say('reported'))
    },
  })
  return (
    <Dialog title={titles[kind](author.displayName)} open onClose={onClose}>
      <p>{say('reportHint', { name: author.displayName })}</p>
      {kind === 'message' || kind === 'task' ? <p>{say('privateHint')}</p> : null}
      <Form
        submitLabel={say('sendReport')}
        busy={send.isPending}
        error={send.error}
        secondaryAction={<CancelButton onClose={onClose} />}
        onSubmit={form.submit(({ details }) => send.mutate({ kind, subjectId, reason, details }))}
      >
        <SelectField label={say('why')} value={reason} options={reasonNames} onSelect={setReason} />
        <TextAreaField label={say('details')} rows={4} {...form.field('details')} />
      </Form>
    </Dialog>
  )
}
