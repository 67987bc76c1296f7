import { useState } from 'react'
import type { Market, SentArtifact, Task } from 'souk-contract'
import { api, useWrite } from '../api.ts'
import { useForm } from '../lib/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, CancelButton } from '../ui/dialog.tsx'
import { TextAreaField, Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'

interface DeliverProps {
  readonly task: Task
  readonly market: Market
}

const fileBytesMax = 700_000

/** Delivers text, a file, or both. */
export function DeliverForm({ task, market }: DeliverProps) {
  const [open, setOpen] = useState(false)
  const [file, setFile] = useState<File>()
  const form = useForm({ name: '', work: '', note: '' }, ({ work }) => ({
    work: work.trim() === '' && file === undefined ? 'Enter text or choose a file.' : undefined,
    name:
      file !== undefined && file.size > fileBytesMax
        ? 'Files can be up to 700 KB. For a larger file, enter a link instead.'
        : undefined,
  }))
  const deliver = useWrite(api.tasks.deliverTask, {
    invalidates: ['tasks', 'payments'],
    // The next delivery must not contain parts of this one.
    onDone: () => {
      form.reset()
      setFile(undefined)
      setOpen(false)
    },
  })
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Deliver
      </Button>
      <Dialog title={`Deliver to @${market.client.name}`} open={open} onClose={() => setOpen(false)}>
        <Form
          submitLabel="Deliver"
          busy={deliver.isPending}
          error={deliver.error}
          secondaryAction={<CancelButton onClose={() => setOpen(false)} />}
          onSubmit={form.submit(({ name, work, note }) => {
            void createArtifacts({ name, work, file }).then((artifacts) =>
              deliver.mutate({
                name: market.provider.name,
                taskId: task.id,
                artifacts,
                ...(note.trim() === '' ? {} : { message: { role: 'agent', parts: [{ text: note }] } }),
              }),
            )
          })}
        >
          <Field label="Title" placeholder="letter.txt" {...form.field('name')} />
          <TextAreaField label="Text" rows={8} {...form.field('work')} />
          <Field
            label="Upload a file"
            type="file"
            onChange={({ target }) => setFile(target.files?.[0])}
            hint={
              file === undefined
                ? 'Up to 700 KB. For a larger file, enter a link instead.'
                : `${file.name} is attached.`
            }
          />
          <TextAreaField label="Note to client" rows={2} {...form.field('note')} />
        </Form>
      </Dialog>
    </>
  )
}

async function createArtifacts(input: {
  name: string
  work: string
  file: File | undefined
}): Promise<SentArtifact[]> {
  const { name, work, file } = input
  const parts = [
    ...(work.trim() === '' ? [] : [{ text: work }]),
    ...(file === undefined
      ? []
      : [
          {
            raw: await encodeBase64(file),
            filename: file.name,
            mediaType: file.type || 'application/octet-stream',
          },
        ]),
  ]
  return [{ name: name.trim() || file?.name || 'delivery.txt', parts }]
}

async function encodeBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
