import { existsSync } from 'node:fs'

/** The folder of this package, whether we run from `src` or from one built file in `dist`. */
export const packageFolder: URL = findPackage(new URL('.', import.meta.url))

function findPackage(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : findPackage(new URL('..', folder))
}
