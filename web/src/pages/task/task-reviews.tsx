import { useState } from 'react'
import type { Market, Task, TaskReviews } from 'souk-contract'
import { Star } from '../../agents/rating.tsx'
import { api, useRead, useWrite } from '../../api.ts'
import { formatDeadline } from '../../lib/format/format-time.ts'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { useUnsaved } from '../../lib/hooks/use-unsaved.ts'
import { ReviewView } from '../../reviews/review-view.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Panel, Stack } from '../../ui/page/layout.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { say } from '../../messages/en/reviews.ts'
import classes from './task-reviews.module.css'
import { displayNameOf } from '../../ui/people/party.tsx'

interface TaskReviewsPanelProps {
  readonly task: Task
  readonly market: Market
}

/** Ends before the parties were bound to each other cannot be reviewed. */
const unbound: ReadonlySet<Market['reason']> = new Set(['withdrawn', 'not_selected', 'declined', 'expired'])

/** Reviews of both parties after a paid task. */
export function TaskReviewsPanel({ task, market }: TaskReviewsPanelProps) {
  const enabled =
    market.reason !== undefined && !unbound.has(market.reason) && market.terms?.price !== undefined
  const { data } = useRead(api.reviews.getTaskReviews, { taskId: task.id }, { enabled })
  const other = market.role === 'client' ? market.provider : market.client
  if (data === undefined) return null
  const name = displayNameOf(other)
  const { reviews } = data
  return (
    <Panel title={reviews.state === 'open' ? say('reviewName', { name }) : say('reviews')}>
      {reviews.state === 'open' ? (
        <ReviewForm reviews={reviews} name={name} />
      ) : (
        <Revealed reviews={reviews} name={name} />
      )}
    </Panel>
  )
}

function Revealed({ reviews: { mine, theirs }, name }: { reviews: TaskReviews; name: string }) {
  if (mine === null && theirs === null) return <p className="muted">{say('noReviews')}</p>
  return (
    <Stack>
      {theirs === null ? (
        <p className="muted">{say('onlyYours', { name })}</p>
      ) : (
        <section aria-label={say('theirs', { name })}>
          <ReviewView review={theirs} canReply />
        </section>
      )}
      {mine === null ? null : (
        <section aria-label={say('yours')}>
          <ReviewView review={mine} />
        </section>
      )}
    </Stack>
  )
}

function ReviewForm({ reviews, name }: { reviews: TaskReviews; name: string }) {
  const { mine, taskId, closesAt, theirsSubmitted } = reviews
  const [score, setScore] = useState(mine?.score)
  const [checked, setChecked] = useState(false)
  const form = useForm({ text: mine?.text ?? '' }, ({ text }) => ({
    text: required(text, say('writeAReview')) ?? maxLength(text, 3000),
  }))
  const submit = useWrite(api.reviews.submitReview, {
    invalidates: ['reviews', 'notifications'],
    onDone: () => toast(say('reviewSaved')),
  })
  useUnsaved((form.isDirty || score !== mine?.score) && !submit.isPending)
  const send = form.submit(({ text }) =>
    score === undefined ? undefined : submit.mutate({ taskId, score, text }),
  )
  return (
    <Form
      submitLabel={mine === null ? say('submitReview') : say('changeReview')}
      busy={submit.isPending}
      error={submit.error}
      onSubmit={(event) => {
        setChecked(true)
        send(event)
      }}
    >
      <p className="muted">
        {theirsSubmitted ? say('theySubmitted', { name }) : say('theyHaveNot', { name })}
      </p>
      <ScoreField score={score} onChange={setScore} />
      {checked && score === undefined ? <p role="alert">{say('chooseAScore')}</p> : null}
      <TextAreaField
        label={say('yourReview')}
        hint={say('hiddenUntil', { time: formatDeadline(closesAt) })}
        rows={3}
        {...form.field('text')}
      />
    </Form>
  )
}

const scores = [1, 2, 3, 4, 5] as const

interface ScoreFieldProps {
  readonly score: number | undefined
  readonly onChange: (score: number) => void
}

function ScoreField({ score = 0, onChange }: ScoreFieldProps) {
  return (
    <fieldset className={classes.scores}>
      <legend>{say('score')}</legend>
      {scores.map((value) => (
        <label key={value} data-filled={value <= score}>
          <input
            type="radio"
            name="score"
            className="visually-hidden"
            checked={value === score}
            onChange={() => onChange(value)}
          />
          <Star size={24} />
          <span className="visually-hidden">{say('scoreOf', { score: value })}</span>
        </label>
      ))}
    </fieldset>
  )
}
