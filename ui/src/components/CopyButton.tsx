import { useEffect, useRef, useState } from 'react'
import { Button, IconButton } from './Button.tsx'
import type { IconName } from './icons.tsx'
import { useToast } from './Toast.tsx'

const LABEL_RESET_MS = 2000

interface CopyButtonProps {
  /** A function if the text takes work to make. */
  readonly text: string | (() => string)
  /** What is copied: `Copy call ID`. */
  readonly label: string
  readonly look?: 'icon' | 'button'
  readonly icon?: IconName
}

export function CopyButton({ text, label, look = 'icon', icon = 'copy' }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<number>(undefined)
  const toast = useToast()
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const copy = async () => {
    try {
      await copyText(typeof text === 'string' ? text : text())
    } catch (error) {
      toast.failed('Copy failed', error)
      return
    }
    setCopied(true)
    timer.current = window.setTimeout(() => setCopied(false), LABEL_RESET_MS)
  }

  const shown = copied ? 'check' : icon
  if (look === 'icon') {
    return <IconButton label={copied ? 'Copied' : label} icon={shown} size="small" onClick={copy} />
  }
  return (
    <Button variant="ghost" size="small" icon={shown} onClick={copy} aria-label={label}>
      {copied ? 'Copied' : 'Copy'}
    </Button>
  )
}

/** Browsers block the clipboard API on plain-HTTP pages; `execCommand` works there. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  // While a dialog is open, only elements inside it can be selected.
  const place = document.activeElement?.closest('dialog') ?? document.body
  place.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (!copied) throw new Error('the browser denied access to the clipboard; select the text instead')
}
