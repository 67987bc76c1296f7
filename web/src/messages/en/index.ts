/** Every English catalog, for tests; pages import the catalogs of their areas. */
import { say as ui } from './ui.ts'

export const english = { ui }
