import { EventEmitter, once } from 'node:events'
import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOutput } from './output.ts'
import { createPrompt } from './prompt.ts'
import { createSpinner } from './spinner.ts'

// Fakes only the timer of the spinner; streams and line editors need the others.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const terminal = () => Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true })
const drawnOn = (stream: PassThrough) => String(stream.read() ?? '')
const cleared = '\r\u001B[K'

describe('createSpinner', () => {
  it('draws nothing for quick work, then one frame per interval, and clears its line', () => {
    const stream = terminal()
    const stop = createSpinner(stream).start('Calling')
    vi.advanceTimersByTime(399)
    expect(drawnOn(stream)).toBe('')
    vi.advanceTimersByTime(101)
    expect(drawnOn(stream)).toMatch(/^\r\S Calling\r\S Calling$/)
    stop()
    expect(drawnOn(stream)).toBe(cleared)
    vi.advanceTimersByTime(1000)
    expect(drawnOn(stream)).toBe('')
  })

  it('stays hidden until every pause has ended', () => {
    const stream = terminal()
    const spinner = createSpinner(stream)
    spinner.start('Calling')
    vi.advanceTimersByTime(400)
    drawnOn(stream)
    const resumes = [spinner.pause(), spinner.pause()]
    expect(drawnOn(stream)).toBe(cleared)
    for (const resume of resumes) {
      vi.advanceTimersByTime(1000)
      expect(drawnOn(stream)).toBe('')
      resume()
    }
    vi.advanceTimersByTime(100)
    expect(drawnOn(stream)).toContain('Calling')
  })
})

describe('createPrompt', () => {
  it.each([
    ['confirm', 'Sure? [y/N] '],
    ['secret', 'Sure?: '],
  ] as const)('%s hides the spinner until the question is answered', async (kind, question) => {
    const [stdin, stdout, stderr] = [terminal(), terminal(), terminal()]
    const { pauseSpinner, withSpinner } = createOutput({ stdout, stderr }, {}, { json: false })
    const prompt = createPrompt(stdin, stderr, pauseSpinner)
    const work = new EventEmitter()
    const working = withSpinner('Calling', once(work, 'done'))
    const answered = kind === 'confirm' ? prompt.confirm('Sure?', false) : prompt.secret('Sure?')
    vi.advanceTimersByTime(10_000)
    // The line editor moves the cursor with escape sequences.
    expect(stripVTControlCharacters(drawnOn(stderr))).toBe(question)
    stdin.write('y\r')
    expect(await answered).toBe(kind === 'confirm' ? undefined : 'y')
    vi.advanceTimersByTime(100)
    expect(drawnOn(stderr)).toContain('Calling')
    work.emit('done')
    await working
  })
})
