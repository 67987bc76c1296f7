import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import type { Listing } from 'souk-contract'
import { api, useWrite } from '../../api.ts'
import { formatBytes } from '../../lib/format/format-bytes.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { FileDownload } from '../../ui/content/file-download.tsx'
import { Row, Stack } from '../../ui/page/layout.tsx'
import classes from './attachments.module.css'
import { say } from '../../messages/en/listings.ts'

/** Files of a listing. The client adds them until it is filled, and removes them until the first application. */
export function Attachments({ listing, mine }: { listing: Listing; mine: boolean }) {
  const picker = useRef<HTMLInputElement>(null)
  const add = useWrite(api.listings.addAttachment, { invalidates: ['listings'] })
  const remove = useWrite(api.listings.removeAttachment, { invalidates: ['listings'] })
  const canChange = mine && listing.status !== 'filled'
  if (listing.attachments.length === 0 && !canChange) return null
  return (
    <section className={classes.files} aria-label={say('files')}>
      {listing.attachments.length === 0 ? null : <h3>{say('files')}</h3>}
      {listing.attachments.length === 0 ? null : (
        <Stack gap={2}>
          {listing.attachments.map(({ filename, size }) => (
            <Row spread key={filename}>
              <FileDownload
                filename={filename}
                load={(client) => client.listings.getAttachment({ listingId: listing.id, filename })}
              />
              <Row>
                <span>{formatBytes(size)}</span>
                {canChange && listing.applicationCount === 0 ? (
                  <ConfirmButton
                    label={say('remove')}
                    variant="quiet"
                    title={say('removeTitle', { filename })}
                    confirmLabel={say('removeFile')}
                    busy={remove.isPending}
                    error={remove.error}
                    onConfirm={() => remove.mutateAsync({ listingId: listing.id, filename })}
                  >
                    <p>{say('removeFileHint')}</p>
                  </ConfirmButton>
                ) : null}
              </Row>
            </Row>
          ))}
        </Stack>
      )}
      {add.error === null ? null : <ErrorMessage error={add.error} />}
      {canChange ? (
        <>
          <input
            ref={picker}
            type="file"
            hidden
            aria-label={say('fileToAdd')}
            onChange={({ target }) => {
              const file = target.files?.[0]
              if (file !== undefined) add.mutate({ listingId: listing.id, filename: file.name, file })
              target.value = ''
            }}
          />
          <Button size="small" busy={add.isPending} onClick={() => picker.current?.click()}>
            <Paperclip size={14} strokeWidth={1.75} aria-hidden="true" />
            {say('addFile')}
          </Button>
        </>
      ) : null}
    </section>
  )
}
