import { AttachButton } from '../files/attach-button.tsx'
import { DropZone } from '../files/drop-zone.tsx'
import { UploadList } from '../files/upload-list.tsx'
import { say } from '../messages/en/packages.ts'
import { TextAreaField } from '../ui/forms/field.tsx'
import classes from './brief-field.module.css'
import type { Brief } from './use-brief.ts'

interface BriefFieldProps {
  readonly brief: Brief
  readonly label: string
  readonly rows?: number
  readonly error?: string | undefined
}

/** Text with files, which can be dropped or pasted anywhere on it. */
export function BriefField({ brief, label, rows = 4, error }: BriefFieldProps) {
  return (
    <div className={classes.brief}>
      <DropZone onFiles={brief.uploads.add}>
        <TextAreaField
          label={label}
          rows={rows}
          error={error}
          value={brief.text}
          onChange={({ target }) => brief.setText(target.value)}
        />
        <UploadList uploads={brief.uploads} />
        <div className={classes.tools}>
          <AttachButton label={say('attachFiles')} onFiles={brief.uploads.add} />
          <small>{brief.isEmpty ? say('dropOrPaste') : say('draftSaved')}</small>
        </div>
      </DropZone>
    </div>
  )
}
