/** The only place that copies the working tree, so that mutants never touch the original. */
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface WorktreeCopy {
  readonly folder: string
  read(file: string): Promise<string>
  write(file: string, text: string): Promise<void>
  remove(): Promise<void>
}

/** Linked, generated or not needed by tests. */
const excluded = new Set(['node_modules', '.git', 'data', 'dist', 'results'])

export async function copyWorktree(): Promise<WorktreeCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-mutants-'))
  await cp(root, folder, { recursive: true, filter: (source) => !excluded.has(basename(source)) })
  await linkPackages(folder)
  return {
    folder,
    read: (file) => readFile(join(folder, file), 'utf8'),
    write: (file, text) => writeFile(join(folder, file), text),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Shares installed packages with the working tree. Workspaces link to the copy, or tests would run the unmutated code. */
async function linkPackages(folder: string): Promise<void> {
  const installed = join(root, 'node_modules')
  await mkdir(join(folder, 'node_modules'))
  for (const entry of await readdir(installed, { withFileTypes: true })) {
    // Vite caches contain absolute paths.
    if (entry.name.startsWith('.vite')) continue
    const source = join(installed, entry.name)
    // npm installs a workspace as a link to its folder.
    const workspace = entry.isSymbolicLink() ? relative(root, await realpath(source)) : undefined
    const target = workspace === undefined ? source : join(folder, workspace)
    await symlink(target, join(folder, 'node_modules', entry.name))
    if (workspace !== undefined) await linkOwnPackages(folder, workspace)
  }
}

/** Packages that npm could not hoist lie in the workspace's own folder, beside compiled sources, which must not be shared. */
async function linkOwnPackages(folder: string, workspace: string): Promise<void> {
  const packages = join(root, workspace, 'node_modules')
  await mkdir(join(folder, workspace, 'node_modules'))
  for (const name of await readdir(packages).catch(() => [])) {
    if (!name.startsWith('.'))
      await symlink(join(packages, name), join(folder, workspace, 'node_modules', name))
  }
}
