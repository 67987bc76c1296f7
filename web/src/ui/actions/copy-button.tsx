import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { say } from '../../messages/en/ui.ts'
import { Button } from './button.tsx'

const shownMs = 2000

interface CopyButtonProps {
  readonly text: string
  /** Names what is copied. */
  readonly label: string
  /** Only the icon, beside a text that is on the page. */
  readonly compact?: boolean
  /** Shows the label, where it is not clear from the place what is copied. */
  readonly named?: boolean
}

/** Copies a text and says so for a moment. */
export function CopyButton({ text, label, compact = false, named = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), shownMs)
  }
  const Icon = copied ? Check : Copy
  return (
    <Button
      size="small"
      variant={compact ? 'quiet' : 'plain'}
      aria-label={copied ? say('copied') : label}
      onClick={() => void copy()}
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      {compact ? null : copied ? say('copied') : named ? label : say('copy')}
    </Button>
  )
}
