import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { say } from '../messages/en/ui.ts'
import { Button } from './button.tsx'

const shownMs = 2000

/** Copies a text and says so for a moment. `label` names what is copied. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), shownMs)
  }
  const Icon = copied ? Check : Copy
  return (
    <Button size="small" aria-label={copied ? say('copied') : label} onClick={() => void copy()}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      {copied ? say('copied') : say('copy')}
    </Button>
  )
}
