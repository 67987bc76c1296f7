/** The only place that makes a copy of the working tree in which faults can be planted. */
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Copy {
  readonly folder: string
  read(file: string): Promise<string>
  write(file: string, text: string): Promise<void>
  remove(): Promise<void>
}

/** What is linked, made anew or of no use to tests. */
const leftOut = new Set(['node_modules', '.git', 'data', 'dist', 'results'])

export async function makeCopy(): Promise<Copy> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-mutants-'))
  await cp(root, folder, { recursive: true, filter: (source) => !leftOut.has(basename(source)) })
  await linkPackages(folder)
  return {
    folder,
    read: (file) => readFile(join(folder, file), 'utf8'),
    write: (file, text) => writeFile(join(folder, file), text),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Packages are shared with the working tree; the workspaces among them are those of the copy, or no fault would show. */
async function linkPackages(folder: string): Promise<void> {
  const installed = join(root, 'node_modules')
  await mkdir(join(folder, 'node_modules'))
  for (const entry of await readdir(installed, { withFileTypes: true })) {
    // The caches of vite belong to one tree.
    if (entry.name.startsWith('.vite')) continue
    const source = join(installed, entry.name)
    // npm installs a workspace as a link to its folder.
    const workspace = entry.isSymbolicLink() ? relative(root, await realpath(source)) : undefined
    const target = workspace === undefined ? source : join(folder, workspace)
    await symlink(target, join(folder, 'node_modules', entry.name))
    if (workspace !== undefined) await linkOwnPackages(folder, workspace)
  }
}

/** What npm could not share between the workspaces lies in a folder of their own. */
async function linkOwnPackages(folder: string, workspace: string): Promise<void> {
  const own = join(root, workspace, 'node_modules')
  const present = await readdir(own).catch(() => undefined)
  if (present !== undefined) await symlink(own, join(folder, workspace, 'node_modules'))
}
