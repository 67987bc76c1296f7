/** Spinner on the last line of a terminal. It stays away while another text or a question needs that line. */
import type { Writable } from 'node:stream'

export interface Spinner {
  /** Draws until the returned function is called; quick work ends before anything is drawn. */
  start(what: string): () => void
  /** Removes the spinner and keeps it away until the returned function is called. */
  hold(): () => void
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const frameMs = 100
const quickFrames = 4

export function createSpinner(stream: Writable): Spinner {
  let isDrawn = false
  let holds = 0
  const clear = () => {
    if (isDrawn) stream.write('\r\u001B[K')
    isDrawn = false
  }
  return {
    start: (what) => {
      let frame = 0
      const timer = setInterval(() => {
        frame += 1
        if (frame < quickFrames || holds > 0) return
        isDrawn = true
        stream.write(`\r${frames[frame % frames.length]} ${what}`)
      }, frameMs)
      return () => {
        clearInterval(timer)
        clear()
      }
    },
    hold: () => {
      holds += 1
      clear()
      return () => {
        holds -= 1
      }
    },
  }
}
