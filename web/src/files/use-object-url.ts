import { useEffect, useState } from 'react'

/** URL of bytes that were loaded by script, released with the component. */
export function useObjectUrl(
  bytes: Uint8Array<ArrayBuffer> | undefined,
  mediaType: string,
): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (bytes === undefined) return undefined
    const made = URL.createObjectURL(new Blob([bytes], { type: mediaType }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes, mediaType])
  return url
}
