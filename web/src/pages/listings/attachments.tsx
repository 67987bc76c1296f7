import type { Listing } from 'souk-contract'
import { useRef } from 'react'
import { api, useWrite } from '../../api.ts'
import { sizeOf } from '../../lib/format-bytes.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { FileLink } from '../../ui/file-download.tsx'
import { Panel, Row, Stack } from '../../ui/layout.tsx'
import { Problem } from '../../ui/states.tsx'

/** The files of a listing; the client adds and removes them while nobody has applied. */
export function Attachments({ listing, mine }: { listing: Listing; mine: boolean }) {
  const picker = useRef<HTMLInputElement>(null)
  const add = useWrite(api.listings.addAttachment, { touches: ['listings'] })
  const remove = useWrite(api.listings.removeAttachment, { touches: ['listings'] })
  const canChange = mine && listing.status !== 'filled'
  if (listing.attachments.length === 0 && !canChange) return null
  return (
    <Panel title="Files">
      <Stack gap={2}>
        {listing.attachments.map(({ filename, size }) => (
          <Row spread key={filename}>
            <FileLink
              filename={filename}
              fetchIt={(client) => client.listings.getAttachment({ listingId: listing.id, filename })}
            />
            <Row>
              <span>{sizeOf(size)}</span>
              {canChange && listing.applicationCount === 0 ? (
                <Confirm
                  label="Remove"
                  look="quiet"
                  title={`Remove ${filename}?`}
                  confirm="Remove it"
                  busy={remove.isPending}
                  error={remove.error}
                  onConfirm={() => remove.mutateAsync({ listingId: listing.id, filename })}
                >
                  <p>You can add it again from your own device.</p>
                </Confirm>
              ) : null}
            </Row>
          </Row>
        ))}
      </Stack>
      {add.error === null ? null : <Problem error={add.error} />}
      {canChange ? (
        <>
          <input
            ref={picker}
            type="file"
            hidden
            aria-label="File to add"
            onChange={({ target }) => {
              const file = target.files?.[0]
              if (file !== undefined) add.mutate({ listingId: listing.id, filename: file.name, file })
              target.value = ''
            }}
          />
          <Button busy={add.isPending} onClick={() => picker.current?.click()}>
            Add a file
          </Button>
        </>
      ) : null}
    </Panel>
  )
}
