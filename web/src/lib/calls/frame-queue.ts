/** A step that returns false has to wait: it runs again in the next frame, before the steps after it. */
type Step = () => boolean

interface FrameQueue {
  run(step: Step): void
}

/** Half a second. A step that still waits then is dropped, with those after it. */
const framesMax = 30

/** Runs steps in order, the first of them immediately. */
export function createFrameQueue(nextFrame: (run: () => void) => void): FrameQueue {
  let steps: Step[] = []
  let frames = 0
  const advance = () => {
    for (let [step] = steps; step !== undefined; [step] = steps) {
      if (!step()) {
        frames++
        if (frames <= framesMax) return nextFrame(advance)
        steps = []
      }
      frames = 0
      steps.shift()
    }
  }
  return {
    run: (step) => {
      steps.push(step)
      if (steps.length === 1) advance()
    },
  }
}
