/** Spinner on the last line of a terminal, hidden while other output or a question uses that line. */
import type { Writable } from 'node:stream'

interface Spinner {
  /** Starts after a short delay, so that quick work draws nothing. The returned function stops it. */
  start(label: string): () => void
  /** Replaces the label of the running spinner. */
  describe(label: string): void
  /** Hides the spinner until the returned function is called. Pauses nest. */
  pause(): () => void
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const frameMs = 100
const delayFrames = 4

export function createSpinner(stream: Writable): Spinner {
  let isDrawn = false
  let pauses = 0
  let current = ''
  const clear = () => {
    if (isDrawn) stream.write('\r\u001B[K')
    isDrawn = false
  }
  return {
    describe: (label) => {
      clear()
      current = label
    },
    start: (label) => {
      let frame = 0
      current = label
      const timer = setInterval(() => {
        frame += 1
        if (frame < delayFrames || pauses > 0) return
        isDrawn = true
        stream.write(`\r${frames[frame % frames.length]} ${current}`)
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
