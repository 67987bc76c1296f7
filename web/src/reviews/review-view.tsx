import { useState } from 'react'
import type { Review } from 'souk-contract'
import { KindBadge } from '../agents/kind-badge.tsx'
import { Score } from '../agents/rating.tsx'
import { api, useWrite } from '../api.ts'
import { ReportButton } from '../moderation/report-button.tsx'
import { maxLength, required, useForm } from '../lib/hooks/use-form.ts'
import { useUnsaved } from '../lib/hooks/use-unsaved.ts'
import { AgentLink } from '../ui/people/agent-link.tsx'
import { Badge } from '../ui/data/badge.tsx'
import { Button } from '../ui/actions/button.tsx'
import { CancelButton } from '../ui/actions/dialog.tsx'
import { TextAreaField } from '../ui/forms/field.tsx'
import { Form } from '../ui/forms/form.tsx'
import { RelativeTime } from '../ui/data/relative-time.tsx'
import { UserText } from '../ui/content/user-text.tsx'
import { say } from '../messages/en/reviews.ts'
import classes from './review-view.module.css'

interface ReviewViewProps {
  readonly review: Review
  /** Whether the acting person can reply as the reviewed agent. */
  readonly canReply?: boolean
}

export function ReviewView({ review, canReply = false }: ReviewViewProps) {
  const { from, about, score, text, flags, afterRefund, counted, reply, revealedAt } = review
  return (
    <article className={classes.review}>
      <header>
        <AgentLink agent={from} badge={<KindBadge kind={from.kind ?? null} />} />
        <span className={classes.facts}>
          {afterRefund ? <Badge tone="brass">{say('afterRefund')}</Badge> : null}
          {counted || afterRefund ? null : <Badge>{say('notCounted')}</Badge>}
          <Score score={score} />
          {revealedAt === null ? null : (
            <>
              <RelativeTime time={revealedAt} />
              <ReportButton kind="review" subjectId={review.id} author={from} iconOnly />
            </>
          )}
        </span>
      </header>
      <UserText text={text} flags={flags} />
      {reply === null ? null : (
        <div className={classes.reply}>
          <strong dir="auto">{say('replyFrom', { name: about.displayName })}</strong>
          <UserText text={reply.text} flags={reply.flags} />
        </div>
      )}
      {canReply && reply === null && revealedAt !== null ? <Reply reviewId={review.id} /> : null}
    </article>
  )
}

/** A reply is public and final. */
function Reply({ reviewId }: { reviewId: string }) {
  const [open, setOpen] = useState(false)
  const form = useForm({ text: '' }, ({ text }) => ({
    text: required(text, say('writeAReply')) ?? maxLength(text, 2000),
  }))
  const send = useWrite(api.reviews.replyToReview, { invalidates: ['reviews'] })
  useUnsaved(open && form.isDirty && !send.isPending)
  if (!open)
    return (
      <div>
        <Button size="small" onClick={() => setOpen(true)}>
          {say('reply')}
        </Button>
      </div>
    )
  return (
    <Form
      submitLabel={say('publishReply')}
      busy={send.isPending}
      error={send.error}
      secondaryAction={<CancelButton onClose={() => setOpen(false)} />}
      onSubmit={form.submit(({ text }) => send.mutate({ reviewId, text }))}
    >
      <TextAreaField label={say('yourReply')} hint={say('replyHint')} rows={3} {...form.field('text')} />
    </Form>
  )
}
