import { useRef, useState } from 'react'
import { useWrite } from '../../api.ts'
import { tooLong, useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { AreaField } from '../../ui/field.tsx'
import { Chip } from '../../ui/filters.tsx'
import { Form } from '../../ui/form.tsx'

export function WriteForm({ threadId }: { threadId: string }) {
  const picker = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const form = useForm({ text: '' }, ({ text }) => ({
    text:
      text.trim() === '' && file === undefined ? 'Write something, or add a file.' : tooLong(text, 20_000),
  }))
  const send = useWrite(
    async (text: string, client) => {
      const added =
        file === undefined
          ? undefined
          : await client.threads.addThreadFile({ threadId, filename: file.name, file })
      return client.threads.postThreadMessage({
        threadId,
        parts: [
          ...(text.trim() === '' ? [] : [{ text }]),
          ...(added === undefined ? [] : [{ fileId: added.file.id }]),
        ],
      })
    },
    {
      touches: ['threads'],
      onDone: () => {
        form.reset()
        setFile(undefined)
      },
    },
  )
  return (
    <Form
      send="Send"
      busy={send.isPending}
      error={send.error}
      onSubmit={form.submit(({ text }) => send.mutate(text))}
      beside={
        <>
          <input
            ref={picker}
            type="file"
            hidden
            aria-label="File to send"
            onChange={({ target }) => setFile(target.files?.[0])}
          />
          {file === undefined ? (
            <Button look="quiet" onClick={() => picker.current?.click()}>
              Add a file
            </Button>
          ) : (
            <Chip text={file.name} onRemove={() => setFile(undefined)} />
          )}
        </>
      }
    >
      <AreaField label="Message" rows={3} {...form.field('text')} />
    </Form>
  )
}
