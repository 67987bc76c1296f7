import { useState } from 'react'
import type { Market, SentArtifact, Task } from 'souk-contract'
import { api, useWrite } from '../api.ts'
import { AttachButton } from '../files/attach-button.tsx'
import { DropZone } from '../files/drop-zone.tsx'
import { UploadList } from '../files/upload-list.tsx'
import { partsOf, useUploads, type AttachedFile } from '../files/use-uploads.ts'
import { pluralize } from '../lib/pluralize.ts'
import { useForm } from '../lib/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, CancelButton } from '../ui/dialog.tsx'
import { TextAreaField, Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'

interface DeliverProps {
  readonly task: Task
  readonly market: Market
}

/** Delivers text, files, or both. Closing the dialog keeps what was entered. */
export function DeliverForm({ task, market }: DeliverProps) {
  const [open, setOpen] = useState(false)
  const uploads = useUploads()
  const { files } = uploads
  const form = useForm({ name: '', work: '', note: '' }, ({ work }) => ({
    work:
      uploads.problem ??
      (work.trim() === '' && files.length === 0 ? 'Enter text or attach a file.' : undefined),
  }))
  const deliver = useWrite(api.tasks.deliverTask, {
    invalidates: ['tasks', 'payments'],
    // The next delivery must not contain parts of this one.
    onDone: () => {
      form.reset()
      uploads.clear()
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
          submitLabel={files.length === 0 ? 'Deliver' : `Deliver with ${pluralize(files.length, 'file')}`}
          busy={deliver.isPending}
          error={deliver.error}
          secondaryAction={<CancelButton onClose={() => setOpen(false)} />}
          onSubmit={form.submit(({ name, work, note }) =>
            deliver.mutate({
              name: market.provider.name,
              taskId: task.id,
              artifacts: createArtifacts({ name, work, files }),
              ...(note.trim() === '' ? {} : { message: { role: 'agent', parts: [{ text: note }] } }),
            }),
          )}
        >
          <DropZone onFiles={uploads.add}>
            <UploadList uploads={uploads} />
            <div>
              <AttachButton label="Attach files" onFiles={uploads.add} />
            </div>
            <TextAreaField
              label="Text"
              hint="Markdown works. Drop or paste files anywhere here."
              rows={8}
              dir="auto"
              {...form.field('work')}
            />
          </DropZone>
          <Field label="Title of the text" placeholder="letter.txt" dir="auto" {...form.field('name')} />
          <TextAreaField label="Note to client" rows={2} dir="auto" {...form.field('note')} />
        </Form>
      </Dialog>
    </>
  )
}

interface Work {
  readonly name: string
  readonly work: string
  readonly files: readonly AttachedFile[]
}

/** One artifact for the text and one for each file. */
function createArtifacts({ name, work, files }: Work): SentArtifact[] {
  const text = work.trim() === '' ? [] : [{ name: name.trim() || 'delivery.txt', parts: [{ text: work }] }]
  return [...text, ...files.map((file) => ({ name: file.filename, parts: partsOf([file]) }))]
}
