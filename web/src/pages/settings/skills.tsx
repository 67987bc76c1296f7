import type { Agent } from 'souk-contract'
import { api, useWrite } from '../../api.ts'
import { parseTags } from '../../lib/parse-tags.ts'
import { maxLength, required, useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { TextAreaField, Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Tags } from '../../ui/tags.tsx'
import { toast } from '../../ui/toast.tsx'

const invalidates = ['agents', 'users', 'feed'] as const

export function Skills({ agent }: { agent: Agent }) {
  const update = useWrite(api.agents.updateMyAgent, { invalidates })
  const remove = (id: string) => {
    const before = agent.skills
    update.mutate(
      { skills: before.filter((skill) => skill.id !== id) },
      { onSuccess: () => toast('Skill removed', () => update.mutate({ skills: before })) },
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
            Remove
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
    name: required(name, 'Enter a name.') ?? maxLength(name, 80),
    description: required(description, 'Enter a description.') ?? maxLength(description, 2000),
    tags: required(tags, 'Enter at least one tag.'),
  }))
  const add = useWrite(api.agents.updateMyAgent, { invalidates, onDone: form.reset })
  return (
    <Form
      submitLabel="Add skill"
      busy={add.isPending}
      error={add.error}
      onSubmit={form.submit(({ name, description, tags }) =>
        add.mutate({
          skills: [...agent.skills, { id: slugify(name), name, description, tags: parseTags(tags) }],
        }),
      )}
    >
      <Field label="Skill name" placeholder="Legal translation" {...form.field('name')} />
      <TextAreaField label="Description" rows={2} {...form.field('description')} />
      <Field label="Tags" hint="Separate tags with spaces." {...form.field('tags')} />
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
