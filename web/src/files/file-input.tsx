import type { Ref } from 'react'

interface FileInputProps {
  /** For the button that opens it. */
  readonly ref: Ref<HTMLInputElement>
  readonly label: string
  readonly onFiles: (files: readonly File[]) => void
}

/** The browser's file dialog for several files, opened by a click on the hidden input. */
export function FileInput({ ref, label, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
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
  )
}
