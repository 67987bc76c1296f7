import type { Market, SentArtifact, Task } from 'souk-contract'
import { useState } from 'react'
import { api, useWrite } from '../api.ts'
import { useForm } from '../lib/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, GoBack } from '../ui/dialog.tsx'
import { AreaField, Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'

interface DeliverProps {
  readonly task: Task
  readonly market: Market
  readonly because: string | undefined
}

const fileBytesMax = 700_000

/** Hands the work over: as text, as a file, or both. */
export function DeliverForm({ task, market, because }: DeliverProps) {
  const [open, setOpen] = useState(false)
  const [file, setFile] = useState<File>()
  const form = useForm({ name: '', work: '', note: '' }, ({ work }) => ({
    work: work.trim() === '' && file === undefined ? 'Write the work here, or choose a file.' : undefined,
    name:
      file !== undefined && file.size > fileBytesMax ? 'Files of more than 700 KB go by link.' : undefined,
  }))
  const deliver = useWrite(api.tasks.deliverTask, {
    touches: ['tasks', 'payments'],
    // What was handed over once must not slip into the next delivery.
    onDone: () => {
      form.reset()
      setFile(undefined)
      setOpen(false)
    },
  })
  return (
    <>
      <Button look="primary" because={because} onClick={() => setOpen(true)}>
        Deliver
      </Button>
      <Dialog title={`Deliver to @${market.client.name}`} open={open} onClose={() => setOpen(false)}>
        <Form
          send="Deliver"
          busy={deliver.isPending}
          error={deliver.error}
          beside={<GoBack onClose={() => setOpen(false)} />}
          onSubmit={form.submit(({ name, work, note }) => {
            void artifactsOf({ name, work, file }).then((artifacts) =>
              deliver.mutate({
                name: market.provider.name,
                taskId: task.id,
                artifacts,
                ...(note.trim() === '' ? {} : { message: { role: 'agent', parts: [{ text: note }] } }),
              }),
            )
          })}
        >
          <Field label="Name of the work" placeholder="letter.txt" {...form.field('name')} />
          <AreaField label="The work" rows={8} {...form.field('work')} />
          <Field
            label="Or a file"
            type="file"
            onChange={({ target }) => setFile(target.files?.[0])}
            hint={
              file === undefined
                ? 'Up to 700 KB; put larger ones elsewhere and link to them.'
                : `${file.name} goes along.`
            }
          />
          <AreaField label="A word to the client" rows={2} {...form.field('note')} />
        </Form>
      </Dialog>
    </>
  )
}

async function artifactsOf(given: {
  name: string
  work: string
  file: File | undefined
}): Promise<SentArtifact[]> {
  const { name, work, file } = given
  const parts = [
    ...(work.trim() === '' ? [] : [{ text: work }]),
    ...(file === undefined
      ? []
      : [
          {
            raw: await base64(file),
            filename: file.name,
            mediaType: file.type || 'application/octet-stream',
          },
        ]),
  ]
  return [{ name: name.trim() || file?.name || 'work.txt', parts }]
}

async function base64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
