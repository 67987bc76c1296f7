import { useState } from 'react'
import type { PortfolioItem } from 'souk-contract'
import { api, useWrite } from '../../../api.ts'
import { AttachButton } from '../../../files/attach-button.tsx'
import { UploadList } from '../../../files/upload-list.tsx'
import { useUploads } from '../../../files/use-uploads.ts'
import { isHttpUrl } from '../../../lib/parse/http-url.ts'
import { maxLength, required, useForm } from '../../../lib/hooks/use-form.ts'
import { useUnsaved } from '../../../lib/hooks/use-unsaved.ts'
import { CancelButton } from '../../../ui/actions/dialog.tsx'
import { Field, TextAreaField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Segments } from '../../../ui/forms/segments.tsx'
import { say } from '../../../messages/en/portfolio.ts'

interface PortfolioFormProps {
  /** Undefined for a new item. */
  readonly item: PortfolioItem | undefined
  readonly onClose: () => void
}

const sources = [
  ['file', say('file')],
  ['link', say('link')],
] as const

/** An item has a file or a link. Without a new file, an edited item keeps its own. */
export function PortfolioForm({ item, onClose }: PortfolioFormProps) {
  const [source, setSource] = useState<'file' | 'link'>((item?.url ?? null) === null ? 'file' : 'link')
  const [missing, setMissing] = useState(false)
  const uploads = useUploads()
  const filename = item?.file?.filename
  const form = useForm(
    { title: item?.title ?? '', description: item?.description ?? '', url: item?.url ?? '' },
    ({ title, description, url }) => ({
      title: required(title, say('enterATitle')) ?? maxLength(title, 80),
      description: maxLength(description, 1000),
      url: source === 'link' && !(isHttpUrl(url) && url.startsWith('https:')) ? say('urlInvalid') : undefined,
    }),
  )
  const options = { invalidates: ['profiles'], onDone: onClose } as const
  const create = useWrite(api.profiles.createPortfolioItem, options)
  const update = useWrite(api.profiles.updatePortfolioItem, options)
  const busy = create.isPending || update.isPending
  useUnsaved((form.isDirty || uploads.uploads.length > 0) && !busy)
  const save = form.submit(({ title, description, url }) => {
    const fileId = uploads.files.at(-1)?.id
    const keepsFile = fileId === undefined && (item?.file ?? null) !== null
    setMissing(source === 'file' && fileId === undefined && !keepsFile)
    if (uploads.problem !== undefined || (source === 'file' && fileId === undefined && !keepsFile)) return
    const work = source === 'link' ? { url } : fileId === undefined ? {} : { fileId }
    if (item === undefined) create.mutate({ title, description, ...work })
    else update.mutate({ itemId: item.id, title, description, ...work })
  })
  return (
    <Form
      submitLabel={say('saveWork')}
      busy={busy}
      error={create.error ?? update.error}
      secondaryAction={<CancelButton onClose={onClose} />}
      onSubmit={save}
    >
      <Field label={say('title')} {...form.field('title')} />
      <TextAreaField label={say('descriptionOptional')} rows={2} {...form.field('description')} />
      <Segments label={say('work')} options={sources} value={source} onSelect={setSource} />
      {source === 'link' ? (
        <Field label={say('link')} type="url" hint={say('linkHint')} {...form.field('url')} />
      ) : (
        <>
          <AttachButton
            label={filename === undefined ? say('chooseFile') : say('replaceFile', { filename })}
            onFiles={(files) => uploads.add(files.slice(0, 1))}
          />
          <UploadList uploads={uploads} />
          {missing ? <p role="alert">{say('fileMissing')}</p> : null}
        </>
      )}
    </Form>
  )
}
