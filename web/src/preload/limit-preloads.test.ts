import { describe, expect, it } from 'vitest'
import { limitPreloads } from './limit-preloads.ts'

function start(savesData = false) {
  const loaded: string[] = []
  const state = { time: 0, loaded, release: () => {} }
  const preload = limitPreloads({
    load: (path) => {
      state.loaded.push(path)
      return new Promise<void>((resolve, reject) => {
        // A failure frees the slot as a success does.
        state.release = () => (path === '/fails' ? reject(new Error('offline')) : resolve())
      })
    },
    savesData: () => savesData,
    now: () => state.time,
  })
  const finish = async () => {
    state.release()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { state, preload, finish }
}

describe('limitPreloads', () => {
  it('loads a path again only when its replies are no longer fresh', async () => {
    const { state, preload, finish } = start()
    preload('/money')
    await finish()
    state.time = 9999
    preload('/money')
    expect(state.loaded).toEqual(['/money'])
    state.time = 10_000
    preload('/money')
    expect(state.loaded).toEqual(['/money', '/money'])
  })

  it('loads two paths at a time, and drops the rest', async () => {
    const { state, preload, finish } = start()
    for (const path of ['/a', '/fails', '/c', '/d']) preload(path)
    expect(state.loaded).toEqual(['/a', '/fails'])
    await finish()
    preload('/c')
    preload('/d')
    expect(state.loaded).toEqual(['/a', '/fails', '/c'])
  })

  it('loads at most 30 paths in a minute', async () => {
    const { state, preload, finish } = start()
    for (let page = 0; page < 40; page++) {
      preload(`/agents/${page}`)
      await finish()
    }
    expect(state.loaded).toHaveLength(30)
    state.time = 60_000
    preload('/agents/40')
    expect(state.loaded).toHaveLength(31)
  })

  it('loads nothing while data is saved', () => {
    const { state, preload } = start(true)
    preload('/money')
    expect(state.loaded).toEqual([])
  })
})
