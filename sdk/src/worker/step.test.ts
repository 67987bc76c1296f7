import type { Part, Task } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { createStepNames, isTaken, marked, messageIndexOf } from './step.ts'

const task = (fields: Pick<Task, 'history' | 'artifacts'> = {}): Task => ({
  id: 'task_1',
  contextId: 'ctx_1',
  status: { state: 'TASK_STATE_WORKING', timestamp: '2026-11-15T12:00:00.000Z' },
  metadata: {},
  ...fields,
})
const message = (messageId: string) => ({ messageId, role: 'ROLE_AGENT' as const, parts: [{ text: 'Hm' }] })

describe('createStepNames', () => {
  it('counts each verb separately, from one in each run', () => {
    const names = () => {
      const name = createStepNames('task_1', 2)
      return [name('ask'), name('progress'), name('ask')]
    }
    expect(names()).toEqual(['task_1:2:ask:1', 'task_1:2:progress:1', 'task_1:2:ask:2'])
    expect(names()).toEqual(names())
  })
})

describe('isTaken', () => {
  const step = 'task_1:0:artifact:2'
  const parts = (...texts: string[]): Part[] => texts.map((text) => ({ text }))

  it('finds the message of a step', () => {
    const taskWithStep = task({ history: [message('m1'), message(step)] })
    expect([isTaken(taskWithStep, step), messageIndexOf(taskWithStep, step)]).toEqual([true, 1])
    expect([isTaken(task(), step), messageIndexOf(task(), step)]).toEqual([false, -1])
  })

  it('finds an artifact to which other chunks were appended', () => {
    const chunks = [...marked(parts('a', 'b'), 'task_1:0:artifact:1'), ...marked(parts('c'), step)]
    const artifacts = [{ artifactId: 'report', parts: chunks }]
    expect(isTaken(task({ artifacts }), step)).toBe(true)
    expect(isTaken(task({ artifacts }), 'task_1:1:artifact:2')).toBe(false)
  })

  it.each([undefined, 'text', null, { step: 7 }, {}])('ignores a mark of another form: %j', (mark) => {
    const metadata = { 'urn:souk:worker:v1': mark }
    const artifacts = [{ artifactId: 'report', parts: [{ text: 'a', metadata }] }]
    expect(isTaken(task({ artifacts }), step)).toBe(false)
  })
})

describe('marked', () => {
  it('keeps the metadata of a part', () => {
    expect(marked([{ text: 'a', metadata: { language: 'de' } }, { text: 'b' }], 's')).toEqual([
      { text: 'a', metadata: { language: 'de', 'urn:souk:worker:v1': { step: 's' } } },
      { text: 'b' },
    ])
    expect(marked([], 's')).toEqual([])
  })
})
