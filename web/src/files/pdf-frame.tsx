import { say } from '../messages/en/files.ts'
import classes from './file-card.module.css'
import { useObjectUrl } from './use-object-url.ts'

const signature = '%PDF-'

/**
 * A PDF in the viewer of the browser, which runs apart from the app. The type of the blob is fixed, so that other content is never interpreted, and
 * the content security policy allows frames of blobs only, so that links of the document cannot load pages into the frame.
 */
export function PdfFrame({ name, bytes }: { name: string; bytes: Uint8Array<ArrayBuffer> }) {
  const url = useObjectUrl(bytes, 'application/pdf')
  // Readers accept the signature within the first kilobyte.
  const isPdf = new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes(signature)
  if (!navigator.pdfViewerEnabled) return null
  if (!isPdf) return <p className={classes.text}>{say('notAPdf')}</p>
  return url === undefined ? null : (
    <iframe src={`${url}#view=FitH`} title={say('previewOf', { name })} className={classes.pdf} />
  )
}
