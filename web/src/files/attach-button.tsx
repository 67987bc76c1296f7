import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import classes from './attach-button.module.css'

interface AttachButtonProps {
  readonly label: string
  readonly onFiles: (files: readonly File[]) => void
}

/** Opens the file dialog of the browser. */
export function AttachButton({ label, onFiles }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" className={classes.button} onClick={() => input.current?.click()}>
        <Paperclip size={14} strokeWidth={1.75} aria-hidden="true" />
        {label}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // Choosing the same file again must fire another event.
          target.value = ''
        }}
      />
    </>
  )
}
