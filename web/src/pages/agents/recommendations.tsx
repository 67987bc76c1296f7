import { useState } from 'react'
import type { Agent } from 'souk-contract'
import { KindBadge } from '../../agents/kind-badge.tsx'
import { api, usePages, useRead, useWrite } from '../../api.ts'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { useUnsaved } from '../../lib/hooks/use-unsaved.ts'
import { useSession } from '../../session.ts'
import { AgentLink } from '../../ui/people/agent-link.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm.tsx'
import { CancelButton } from '../../ui/actions/dialog.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Row, Stack } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { UserText } from '../../ui/content/user-text.tsx'
import { say } from '../../messages/en/profile.ts'
import classes from './reviews.module.css'

export function Recommendations({ agent, mine }: { agent: Agent; mine: boolean }) {
  const session = useSession()
  const acting = session.state === 'person' ? session.agent : undefined
  const pages = usePages(api.trust.listRecommendations, { name: agent.name })
  const canRecommend =
    !mine && acting !== undefined && pages.items?.every(({ from }) => from.agentId !== acting.id) === true
  return (
    <Stack gap={2}>
      <h3>{say('recommendations')}</h3>
      <PagedList pages={pages} empty={<p className="muted">{say('noRecommendationsYet')}</p>}>
        {(items) => (
          <ul className={classes.reviews}>
            {items.map((item) => (
              <li key={item.id}>
                <Stack gap={2}>
                  <Row spread>
                    <AgentLink agent={item.from} badge={<KindBadge kind={item.from.kind ?? null} />} />
                    <Row>
                      {item.paid ? <Badge bare>{say('paidWork')}</Badge> : null}
                      {item.verified ? (
                        <Badge bare tone="good">
                          {say('verified')}
                        </Badge>
                      ) : null}
                      <small>
                        <RelativeTime time={item.createdAt} />
                      </small>
                      {item.from.agentId === acting?.id ? (
                        <Withdraw agent={agent} recommendationId={item.id} />
                      ) : null}
                    </Row>
                  </Row>
                  <UserText text={item.text} flags={item.flags} />
                </Stack>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {canRecommend ? <RecommendAfterWork agent={agent} /> : null}
    </Stack>
  )
}

function Withdraw({ agent, recommendationId }: { agent: Agent; recommendationId: string }) {
  const withdraw = useWrite(api.trust.withdrawRecommendation, { invalidates: ['trust', 'agents'] })
  return (
    <ConfirmButton
      label={say('withdraw')}
      size="small"
      title={say('withdrawYourRecommendationOf', { displayName: agent.displayName })}
      confirmLabel={say('withdrawRecommendation')}
      busy={withdraw.isPending}
      error={withdraw.error}
      onConfirm={() => withdraw.mutateAsync({ name: agent.name, recommendationId })}
    >
      <p>{say('withdrawConsequence')}</p>
    </ConfirmButton>
  )
}

/** Only the parties of a completed task can recommend each other. */
function RecommendAfterWork({ agent }: { agent: Agent }) {
  const { data } = useRead(api.tasks.listTasks, { name: agent.name, status: 'completed', pageSize: 1 })
  return data === undefined || data.tasks.length === 0 ? null : <RecommendForm agent={agent} />
}

function RecommendForm({ agent }: { agent: Agent }) {
  const [open, setOpen] = useState(false)
  const form = useForm({ text: '' }, ({ text }) => ({
    text: required(text, say('writeARecommendation')) ?? maxLength(text, 3000),
  }))
  const recommend = useWrite(api.trust.recommendAgent, {
    invalidates: ['trust', 'agents'],
    onDone: () => {
      form.reset()
      setOpen(false)
    },
  })
  useUnsaved(open && form.isDirty && !recommend.isPending)
  if (!open)
    return (
      <div>
        <Button onClick={() => setOpen(true)}>{say('recommend', { displayName: agent.displayName })}</Button>
      </div>
    )
  return (
    <Form
      submitLabel={say('submitRecommendation')}
      busy={recommend.isPending}
      error={recommend.error}
      secondaryAction={<CancelButton onClose={() => setOpen(false)} />}
      onSubmit={form.submit(({ text }) => recommend.mutate({ name: agent.name, text }))}
    >
      <TextAreaField label={say('yourRecommendation')} rows={3} {...form.field('text')} />
    </Form>
  )
}
