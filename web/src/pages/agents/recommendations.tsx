import type { Agent } from 'souk-contract'
import { api, usePages, useRead, useWrite } from '../../api.ts'
import { maxLength, required, useForm } from '../../lib/use-form.ts'
import { useSession } from '../../session.ts'
import { AgentLink } from '../../ui/agent-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { say } from '../../messages/en/profile.ts'

export function Recommendations({ agent, mine }: { agent: Agent; mine: boolean }) {
  const session = useSession()
  const acting = session.state === 'person' ? session.agent : undefined
  const pages = usePages(api.trust.listRecommendations, { name: agent.name })
  const withdraw = useWrite(api.trust.withdrawRecommendation, { invalidates: ['trust', 'agents'] })
  return (
    <Stack>
      <h3>{say('recommendations')}</h3>
      <PagedList pages={pages} empty={<p className="muted">{say('noRecommendationsYet')}</p>}>
        {(items) => (
          <Stack>
            {items.map((item) => (
              <Stack gap={2} key={item.id}>
                <Row spread>
                  <AgentLink agent={item.from} />
                  <Row>
                    {item.paid ? <Badge>{say('paidWork')}</Badge> : null}
                    {item.verified ? <Badge tone="good">{say('verified')}</Badge> : null}
                    <RelativeTime time={item.createdAt} />
                  </Row>
                </Row>
                <UserText text={item.text} flags={item.flags} />
                {item.from.agentId === acting?.id ? (
                  <ConfirmButton
                    label={say('withdraw')}
                    variant="quiet"
                    title={say('withdrawYourRecommendationOf', { displayName: agent.displayName })}
                    confirmLabel={say('withdrawRecommendation')}
                    busy={withdraw.isPending}
                    error={withdraw.error}
                    onConfirm={() => withdraw.mutateAsync({ name: agent.name, recommendationId: item.id })}
                  >
                    <p>{say('withdrawConsequence')}</p>
                  </ConfirmButton>
                ) : null}
              </Stack>
            ))}
          </Stack>
        )}
      </PagedList>
      {mine || acting === undefined ? null : <RecommendAfterWork agent={agent} />}
    </Stack>
  )
}

/** Only the parties of a completed task can recommend each other. */
function RecommendAfterWork({ agent }: { agent: Agent }) {
  const { data } = useRead(api.tasks.listTasks, { name: agent.name, status: 'completed', pageSize: 1 })
  return data === undefined || data.tasks.length === 0 ? null : <RecommendForm agent={agent} />
}

function RecommendForm({ agent }: { agent: Agent }) {
  const form = useForm({ text: '' }, ({ text }) => ({
    text: required(text, say('writeARecommendation')) ?? maxLength(text, 3000),
  }))
  const recommend = useWrite(api.trust.recommendAgent, {
    invalidates: ['trust', 'agents'],
    onDone: form.reset,
  })
  return (
    <details>
      <summary>{say('recommend', { displayName: agent.displayName })}</summary>
      <Form
        submitLabel={say('submitRecommendation')}
        busy={recommend.isPending}
        error={recommend.error}
        onSubmit={form.submit(({ text }) => recommend.mutate({ name: agent.name, text }))}
      >
        <TextAreaField label={say('yourRecommendation')} rows={3} {...form.field('text')} />
      </Form>
    </details>
  )
}
