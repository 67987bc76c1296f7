import { useState } from 'react'
import type { Market, ArtifactInput, Task } from 'souk-contract'
import { api, useWrite } from '../api.ts'
import { AttachButton } from '../files/attach-button.tsx'
import { DropZone } from '../files/drop-zone.tsx'
import { UploadList } from '../files/upload-list.tsx'
import { partsOf, useUploads, type AttachedFile } from '../files/use-uploads.ts'
import { useForm } from '../lib/hooks/use-form.ts'
import { useUnsaved } from '../lib/hooks/use-unsaved.ts'
import { Button } from '../ui/actions/button.tsx'
import { Dialog, CancelButton } from '../ui/actions/dialog.tsx'
import { TextAreaField, Field } from '../ui/forms/field.tsx'
import { Form } from '../ui/forms/form.tsx'
import { say } from '../messages/en/tasks.ts'
import { displayNameOf } from '../ui/people/party.tsx'

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
    work: uploads.problem ?? (work.trim() === '' && files.length === 0 ? say('enterTextOrFile') : undefined),
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
  useUnsaved((form.isDirty || uploads.uploads.length > 0) && !deliver.isPending)
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        {say('deliver')}
      </Button>
      <Dialog
        title={say('deliverTo', { name: displayNameOf(market.client) })}
        open={open}
        onClose={() => setOpen(false)}
      >
        <Form
          submitLabel={say('deliverFiles', { count: files.length })}
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
            <AttachFiles onFiles={uploads.add} />
            <TextAreaField label={say('text')} hint={say('deliverHint')} rows={5} {...form.field('work')} />
          </DropZone>
          <Field label={say('titleOfTheText')} placeholder="letter.txt" dir="auto" {...form.field('name')} />
          <TextAreaField label={say('noteToClient')} rows={2} {...form.field('note')} />
        </Form>
      </Dialog>
    </>
  )
}

function AttachFiles({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  return (
    <div>
      <AttachButton label={say('attachFiles')} onFiles={onFiles} outlined />
    </div>
  )
}

interface Work {
  readonly name: string
  readonly work: string
  readonly files: readonly AttachedFile[]
}

/** One artifact for the text and one for each file. */
function createArtifacts({ name, work, files }: Work): ArtifactInput[] {
  const text = work.trim() === '' ? [] : [{ name: name.trim() || 'delivery.txt', parts: [{ text: work }] }]
  return [...text, ...files.map((file) => ({ name: file.filename, parts: partsOf([file]) }))]
}
