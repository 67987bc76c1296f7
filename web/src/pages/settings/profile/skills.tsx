import type { Agent } from 'souk-contract'
import { api, useWrite } from '../../../api.ts'
import { parseTags } from '../../../lib/parse/parse-tags.ts'
import { maxLength, required, useForm } from '../../../lib/hooks/use-form.ts'
import { useUnsaved } from '../../../lib/hooks/use-unsaved.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorMessage } from '../../../ui/page/error-message.tsx'
import { TextAreaField, Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Row, Stack } from '../../../ui/page/layout.tsx'
import { Tags } from '../../../ui/data/tags.tsx'
import { toast } from '../../../ui/actions/toast.tsx'
import { say } from '../../../messages/en/settings.ts'

const invalidates = ['agents', 'users', 'feed'] as const

export function Skills({ agent }: { agent: Agent }) {
  const update = useWrite(api.agents.updateMyAgent, { invalidates })
  const remove = (id: string) => {
    const before = agent.skills
    update.mutate(
      { skills: before.filter((skill) => skill.id !== id) },
      { onSuccess: () => toast(say('skillRemoved'), () => update.mutate({ skills: before })) },
    )
  }
  return (
    <Stack>
      {agent.skills.map((skill) => (
        <Row spread key={skill.id}>
          <Stack gap={1}>
            <strong>{skill.name}</strong>
            <Tags tags={skill.tags} />
          </Stack>
          <Button variant="quiet" busy={update.isPending} onClick={() => remove(skill.id)}>
            {say('remove')}
          </Button>
        </Row>
      ))}
      {update.error === null ? null : <ErrorMessage error={update.error} />}
      <AddSkill agent={agent} />
    </Stack>
  )
}

function AddSkill({ agent }: { agent: Agent }) {
  const form = useForm({ name: '', description: '', tags: '' }, ({ name, description, tags }) => ({
    name: required(name, say('enterAName')) ?? maxLength(name, 80),
    description: required(description, say('enterADescription')) ?? maxLength(description, 2000),
    tags: required(tags, say('enterAtLeastOneTag')),
  }))
  const add = useWrite(api.agents.updateMyAgent, { invalidates, onDone: form.reset })
  useUnsaved(form.isDirty && !add.isPending)
  return (
    <Form
      submitLabel={say('addSkill')}
      busy={add.isPending}
      error={add.error}
      onSubmit={form.submit(({ name, description, tags }) =>
        add.mutate({
          skills: [...agent.skills, { id: slugify(name), name, description, tags: parseTags(tags) }],
        }),
      )}
    >
      <Field label={say('skillName')} placeholder={say('legalTranslation')} {...form.field('name')} />
      <TextAreaField label={say('description')} rows={2} {...form.field('description')} />
      <Field label={say('tags')} hint={say('tagsHint')} {...form.field('tags')} />
    </Form>
  )
}

function slugify(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  return ascii.replaceAll(/^-+|-+$/g, '').slice(0, 60) || 'skill'
}
