import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../ui/actions/button.tsx'
import { ToolButton } from '../ui/actions/tool-button.tsx'
import { FileInput } from './file-input.tsx'

interface AttachButtonProps {
  readonly label: string
  readonly onFiles: (files: readonly File[]) => void
  /** Where files are the point of the form, not an addition to a text. */
  readonly outlined?: boolean
}

/** Opens the file dialog of the browser. */
export function AttachButton({ label, onFiles, outlined = false }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const Trigger = outlined ? Button : ToolButton
  return (
    <>
      <Trigger onClick={() => input.current?.click()}>
        <Paperclip size={14} strokeWidth={1.75} aria-hidden="true" />
        {label}
      </Trigger>
      <FileInput ref={input} label={label} onFiles={onFiles} />
    </>
  )
}
