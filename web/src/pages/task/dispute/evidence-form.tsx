import { useState } from 'react'
import type { Task } from 'souk-contract'
import type { Client } from 'souk-sdk'
import { useWrite } from '../../../api.ts'
import { AttachButton } from '../../../files/attach-button.tsx'
import { DropZone } from '../../../files/drop-zone.tsx'
import { UploadList } from '../../../files/upload-list.tsx'
import { useUploads } from '../../../files/use-uploads.ts'
import { maxLength, useForm } from '../../../lib/hooks/use-form.ts'
import { useUnsaved } from '../../../lib/hooks/use-unsaved.ts'
import { textOf } from '../../../tasks/market.ts'
import { CancelButton } from '../../../ui/actions/dialog.tsx'
import { SelectField, TextAreaField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import classes from './evidence.module.css'
import { disputeInvalidates, type DisputeProps, type RoomProps } from './use-dispute.ts'
import { excerpt } from './labels.ts'
import { say } from '../../../messages/en/disputes.ts'

interface Evidence {
  readonly text?: string
  readonly messageId?: string
  readonly artifactId?: string
  readonly fileId?: string
}

/** Adds a note, files, or a reference to a message or a delivery. */
export function EvidenceForm({ task, market, onClose }: RoomProps & { readonly onClose: () => void }) {
  const uploads = useUploads()
  const references = referencesOf(task)
  const [reference, setReference] = useState('')
  const hasSubject = uploads.files.length > 0 || reference !== ''
  const form = useForm({ text: '' }, ({ text }) => ({
    text:
      uploads.problem ??
      (text.trim() === '' && !hasSubject ? say('evidenceMissing') : maxLength(text, 10_000)),
  }))
  const add = useAddEvidence({ task, market }, onClose)
  useUnsaved((form.isDirty || reference !== '' || uploads.uploads.length > 0) && !add.isPending)
  return (
    <div className={classes.form}>
      <Form
        submitLabel={say('addEvidence')}
        busy={add.isPending}
        error={add.error}
        secondaryAction={<CancelButton onClose={onClose} />}
        onSubmit={form.submit(({ text }) => {
          const note = text.trim() === '' ? {} : { text }
          const subjects: Evidence[] = [
            ...uploads.files.map(({ id }) => ({ fileId: id })),
            ...(references.get(reference)?.subject ?? []),
          ]
          add.mutate(subjects.length === 0 ? [note] : subjects.map((subject) => ({ ...note, ...subject })))
        })}
      >
        <DropZone onFiles={uploads.add}>
          <TextAreaField
            label={say('whatDoesItShow')}
            hint={say('evidenceHint')}
            rows={3}
            {...form.field('text')}
          />
          <UploadList uploads={uploads} />
          <div>
            <AttachButton label={say('attachFiles')} onFiles={uploads.add} />
          </div>
        </DropZone>
        {references.size === 0 ? null : (
          <SelectField
            label={say('messageOrDeliveryOptional')}
            value={reference}
            options={{
              '': say('none'),
              ...Object.fromEntries([...references].map(([key, { label }]) => [key, label])),
            }}
            onSelect={setReference}
          />
        )}
      </Form>
    </div>
  )
}

function useAddEvidence({ task, market }: DisputeProps, onDone: () => void) {
  return useWrite(
    async (items: readonly Evidence[], client: Client) => {
      for (const item of items)
        await client.disputes.addEvidence({ name: market.provider.name, taskId: task.id, ...item })
    },
    { invalidates: disputeInvalidates, onDone },
  )
}

interface Reference {
  readonly label: string
  readonly subject: readonly Evidence[]
}

/** Messages and artifacts of the task by an option key. */
function referencesOf(task: Task): ReadonlyMap<string, Reference> {
  const references = new Map<string, Reference>()
  for (const { artifactId, name } of task.artifacts ?? [])
    references.set(`artifact ${artifactId}`, {
      label: say('delivery', { name: name ?? artifactId }),
      subject: [{ artifactId }],
    })
  for (const message of task.history ?? []) {
    const { messageId } = message
    const label = `Message: ${excerpt(textOf(message)) || 'files'}`
    references.set(`message ${messageId}`, { label, subject: [{ messageId }] })
  }
  return references
}
