import { useRef, useState } from 'react'
import { useWrite } from '../../api.ts'
import { maxLength, useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Chip } from '../../ui/filters.tsx'
import { Form } from '../../ui/form.tsx'

export function MessageForm({ threadId }: { threadId: string }) {
  const picker = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const form = useForm({ text: '' }, ({ text }) => ({
    text:
      text.trim() === '' && file === undefined ? 'Write a message or add a file.' : maxLength(text, 20_000),
  }))
  const send = useWrite(
    async (text: string, client) => {
      const uploaded =
        file === undefined
          ? undefined
          : await client.threads.addThreadFile({ threadId, filename: file.name, file })
      return client.threads.postThreadMessage({
        threadId,
        parts: [
          ...(text.trim() === '' ? [] : [{ text }]),
          ...(uploaded === undefined ? [] : [{ fileId: uploaded.file.id }]),
        ],
      })
    },
    {
      invalidates: ['threads'],
      onDone: () => {
        form.reset()
        setFile(undefined)
      },
    },
  )
  return (
    <Form
      submitLabel="Send"
      busy={send.isPending}
      error={send.error}
      onSubmit={form.submit(({ text }) => send.mutate(text))}
      secondaryAction={
        <>
          <input
            ref={picker}
            type="file"
            hidden
            aria-label="File to send"
            onChange={({ target }) => setFile(target.files?.[0])}
          />
          {file === undefined ? (
            <Button variant="quiet" onClick={() => picker.current?.click()}>
              Add file
            </Button>
          ) : (
            <Chip text={file.name} onRemove={() => setFile(undefined)} />
          )}
        </>
      }
    >
      <TextAreaField label="Message" rows={3} {...form.field('text')} />
    </Form>
  )
}
