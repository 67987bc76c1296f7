/** The German catalog. `docs/german.md` has the glossary. */
import type { Translation } from '../catalog.ts'
import { errors } from './errors.ts'
import { ui } from './ui.ts'

export const translation: Translation = { errors, ui }
