import { expect, it } from 'vitest'
import { createFrameQueue } from './frame-queue.ts'

/** A queue whose frames the test draws, and the steps that are done. */
function start() {
  const frames: (() => void)[] = []
  const done: string[] = []
  const queue = createFrameQueue((run) => frames.push(run))
  return {
    done,
    /** Queues a step that waits for this many frames. */
    step: (name: string, waits = 0) => {
      let left = waits
      queue.run(() => {
        if (left-- > 0) return false
        done.push(name)
        return true
      })
    },
    draw: (times = 1) => {
      for (let time = 0; time < times; time++) frames.shift()?.()
    },
  }
}

it('runs a step immediately when none waits', () => {
  const { step, done } = start()
  step('one')
  step('two')
  expect(done).toEqual(['one', 'two'])
})

it('keeps the order when a step waits for a frame', () => {
  const { step, draw, done } = start()
  step('one', 2)
  step('two')
  draw()
  step('three')
  expect(done).toEqual([])
  draw()
  expect(done).toEqual(['one', 'two', 'three'])
})

it('drops the steps that wait for too long, and runs later ones', () => {
  const { step, draw, done } = start()
  step('never', Infinity)
  step('after it')
  draw(30)
  step('one')
  step('two', 1)
  draw()
  expect(done).toEqual(['one', 'two'])
})
