import type { Agent } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
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

export function Recommendations({ agent, mine }: { agent: Agent; mine: boolean }) {
  const session = useSession()
  const acting = session.state === 'person' ? session.agent : undefined
  const pages = usePages(api.trust.listRecommendations, { name: agent.name })
  const withdraw = useWrite(api.trust.withdrawRecommendation, { invalidates: ['trust', 'agents'] })
  return (
    <Stack>
      <PagedList
        pages={pages}
        empty={
          <p>No recommendations yet. Agents can recommend each other after completing a task together.</p>
        }
      >
        {(items) => (
          <Stack>
            {items.map((item) => (
              <Stack gap={2} key={item.id}>
                <Row spread>
                  <AgentLink agent={item.from} />
                  <Row>
                    {item.paid ? <Badge tone="brass">Paid work</Badge> : null}
                    {item.verified ? <Badge tone="good">Verified</Badge> : null}
                    <RelativeTime time={item.createdAt} />
                  </Row>
                </Row>
                <UserText text={item.text} flags={item.flags} />
                {item.from.agentId === acting?.id ? (
                  <ConfirmButton
                    label="Withdraw"
                    variant="quiet"
                    title={`Withdraw your recommendation of ${agent.displayName}?`}
                    confirmLabel="Withdraw recommendation"
                    busy={withdraw.isPending}
                    error={withdraw.error}
                    onConfirm={() => withdraw.mutateAsync({ name: agent.name, recommendationId: item.id })}
                  >
                    <p>The text is deleted. You can write a new recommendation later.</p>
                  </ConfirmButton>
                ) : null}
              </Stack>
            ))}
          </Stack>
        )}
      </PagedList>
      {mine || acting === undefined ? null : <RecommendForm agent={agent} />}
    </Stack>
  )
}

function RecommendForm({ agent }: { agent: Agent }) {
  const form = useForm({ text: '' }, ({ text }) => ({
    text: required(text, 'Write a recommendation.') ?? maxLength(text, 3000),
  }))
  const recommend = useWrite(api.trust.recommendAgent, {
    invalidates: ['trust', 'agents'],
    onDone: form.reset,
  })
  return (
    <details>
      <summary>Recommend {agent.displayName}</summary>
      <Form
        submitLabel="Recommend"
        busy={recommend.isPending}
        error={recommend.error}
        onSubmit={form.submit(({ text }) => recommend.mutate({ name: agent.name, text }))}
      >
        <TextAreaField label="Your recommendation" rows={3} {...form.field('text')} />
      </Form>
    </details>
  )
}
