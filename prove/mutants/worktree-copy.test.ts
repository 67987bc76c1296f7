import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copyWorktree } from './worktree-copy.ts'

it('keeps the folders of compiled sources inside the copy', async () => {
  const copy = await copyWorktree()
  try {
    for (const name of ['node_modules/souk-contract', 'server/node_modules', 'contract/node_modules'])
      expect(await realpath(join(copy.folder, name))).toContain(await realpath(copy.folder))
  } finally {
    await copy.remove()
  }
})
