import { existsSync } from 'node:fs'

/** The folder of this package, whether the server runs from `src` or from the bundle in `dist`. */
export const packageFolder: URL = findPackage(new URL('.', import.meta.url))

function findPackage(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : findPackage(new URL('..', folder))
}
