/** Spinner on the last line of a terminal, hidden while other output or a question uses that line. */
import type { Writable } from 'node:stream'

interface Spinner {
  /** Starts after a short delay, so that quick work draws nothing. The returned function stops it. */
  start(label: string): () => void
  /** Hides the spinner until the returned function is called. Pauses nest. */
  pause(): () => void
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const frameMs = 100
const delayFrames = 4

export function createSpinner(stream: Writable): Spinner {
  let isDrawn = false
  let pauses = 0
  const clear = () => {
    if (isDrawn) stream.write('\r\u001B[K')
    isDrawn = false
  }
  return {
    start: (label) => {
      let frame = 0
      const timer = setInterval(() => {
        frame += 1
        if (frame < delayFrames || pauses > 0) return
        isDrawn = true
        stream.write(`\r${frames[frame % frames.length]} ${label}`)
      }, frameMs)
      return () => {
        clearInterval(timer)
        clear()
      }
    },
    pause: () => {
      pauses += 1
      clear()
      return () => {
        pauses -= 1
      }
    },
  }
}
