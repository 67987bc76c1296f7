import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { ToolButton } from '../ui/tool-button.tsx'

interface AttachButtonProps {
  readonly label: string
  readonly onFiles: (files: readonly File[]) => void
}

/** Opens the file dialog of the browser. */
export function AttachButton({ label, onFiles }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <ToolButton onClick={() => input.current?.click()}>
        <Paperclip size={14} strokeWidth={1.75} aria-hidden="true" />
        {label}
      </ToolButton>
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
