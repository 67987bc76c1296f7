import { useState } from 'react'
import type { CaseOutcome, Decision } from 'souk-contract'
import { api, usePages, useWrite } from '../api.ts'
import { formatDateTime } from '../lib/format/format-time.ts'
import { maxLength, required, useForm } from '../lib/hooks/use-form.ts'
import { say } from '../messages/en/moderation.ts'
import { Badge } from '../ui/data/badge.tsx'
import { Button } from '../ui/actions/button.tsx'
import { CancelButton, Dialog } from '../ui/actions/dialog.tsx'
import { TextAreaField } from '../ui/forms/field.tsx'
import { Form } from '../ui/forms/form.tsx'
import { Panel, Row, Stack } from '../ui/page/layout.tsx'
import { PagedList } from '../ui/lists/paged-list.tsx'
import { toast } from '../ui/actions/toast.tsx'

const outcomeNames: Readonly<Record<CaseOutcome, string>> = {
  dismiss: say('decisionDismiss'),
  warn: say('decisionWarn'),
  hide: say('decisionHide'),
  restrict: say('decisionRestrict'),
  suspend: say('decisionSuspend'),
  reinstate: say('decisionReinstate'),
}

/** Decisions about the person, their agents and organizations, which they can appeal. Most people have none. */
export function Decisions() {
  const pages = usePages(api.reports.listDecisions, { limit: 20 })
  if (pages.items === undefined || pages.items.length === 0) return null
  return (
    <Panel title={say('decisions')}>
      <PagedList pages={pages} empty={null}>
        {(decisions) => (
          <Stack gap={4}>
            {decisions.map((decision) => (
              <DecisionView key={decision.id} decision={decision} />
            ))}
          </Stack>
        )}
      </PagedList>
    </Panel>
  )
}

function DecisionView({ decision }: { decision: Decision }) {
  const { outcome, reason, createdAt, appeal } = decision
  return (
    <Stack gap={1}>
      <Row spread>
        <strong>{outcomeNames[outcome]}</strong>
        <State decision={decision} />
      </Row>
      <p dir="auto">{reason}</p>
      <small className="muted">{say('decidedOn', { time: formatDateTime(createdAt) })}</small>
      {appeal === null ? <AppealButton decision={decision} /> : <p>{appealText(appeal)}</p>}
    </Stack>
  )
}

/** Only these measures last and can be appealed. */
const lasting: ReadonlySet<CaseOutcome> = new Set<CaseOutcome>(['hide', 'restrict', 'suspend'])

function State({ decision: { outcome, inEffect, until } }: { decision: Decision }) {
  if (!lasting.has(outcome)) return null
  if (!inEffect) return <Badge>{say('ended')}</Badge>
  const text = until === null ? say('inEffect') : say('inEffectUntil', { time: formatDateTime(until) })
  return <Badge tone="brass">{text}</Badge>
}

function appealText({ outcome, reason }: NonNullable<Decision['appeal']>): string {
  if (outcome === null) return say('appealOpen')
  return say(outcome === 'upheld' ? 'appealUpheld' : 'appealOverturned', { reason: reason ?? '' })
}

function AppealButton({ decision: { id, outcome, inEffect } }: { decision: Decision }) {
  const [open, setOpen] = useState(false)
  if (!lasting.has(outcome) || !inEffect) return null
  return (
    <div>
      <Button size="small" onClick={() => setOpen(true)}>
        {say('appeal')}
      </Button>
      {open ? <AppealDialog decisionId={id} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

function AppealDialog({ decisionId, onClose }: { decisionId: string; onClose: () => void }) {
  const form = useForm({ text: '' }, ({ text }) => ({
    text: required(text, say('appealMissing')) ?? maxLength(text, 5000),
  }))
  const send = useWrite(api.reports.appealDecision, {
    invalidates: ['reports'],
    onDone: () => {
      onClose()
      toast(say('appealSent'))
    },
  })
  return (
    <Dialog title={say('appealTitle')} open onClose={onClose}>
      <p>{say('appealHint')}</p>
      <Form
        submitLabel={say('sendAppeal')}
        busy={send.isPending}
        error={send.error}
        secondaryAction={<CancelButton onClose={onClose} />}
        onSubmit={form.submit(({ text }) => send.mutate({ decisionId, text }))}
      >
        <TextAreaField label={say('appealText')} rows={5} {...form.field('text')} />
      </Form>
    </Dialog>
  )
}
