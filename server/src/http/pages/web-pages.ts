/** The pages of the web app in every language, for one brand, with their compressed forms. */
import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { locales, type Locale } from 'souk-contract'
import { brandOf, withBrand, type Brand, type BrandSettings } from './brand-page.ts'
import type { PageDescription } from './describe-page.ts'
import { fixedDescription, fixedPaths } from './fixed-descriptions.ts'
import { withDescription } from './page-head.ts'
import { inLanguage } from './page-language.ts'

export interface WebFile {
  readonly type: string
  readonly etag: string
  /** The file and its compressed forms. */
  readonly encodings: { readonly identity: Buffer; readonly br?: Buffer; readonly gzip?: Buffer }
}

interface WebPages {
  /** The page of a path. */
  page(locale: Locale, path: string): WebFile
  /** The page with the description of what it shows. */
  described(locale: Locale, found: PageDescription | 'missing'): WebFile
}

/** Pages follow the brand; they are built again only when it changes. */
export function createWebPages(built: WebFile, settings: BrandSettings): () => WebPages {
  let latest: { key: string; pages: WebPages } | undefined
  return () => {
    const brand = brandOf(settings)
    const key = JSON.stringify(brand)
    if (latest?.key !== key) latest = { key, pages: buildPages(built, brand) }
    return latest.pages
  }
}

function buildPages(built: WebFile, brand: Brand): WebPages {
  const texts = new Map(
    locales.map((locale) => [locale, withBrand(inLanguage(String(built.encodings.identity), locale), brand)]),
  )
  const textOf = (locale: Locale) => texts.get(locale) ?? String(built.encodings.identity)
  const pages = new Map(locales.map((locale) => [locale, fileOf(built, textOf(locale))]))
  const fixed = new Map<string, WebFile>()
  for (const locale of locales) {
    for (const path of fixedPaths) {
      const description = fixedDescription(path, locale)
      if (description === undefined) continue
      const text = withDescription(textOf(locale), description, brand)
      fixed.set(`${locale} ${path}`, fileOf(built, text))
    }
  }
  return {
    page: (locale, path) => fixed.get(`${locale} ${path}`) ?? pages.get(locale) ?? built,
    described: (locale, found) => {
      const text = inLanguage(withDescription(textOf(locale), found, brand), locale)
      const identity = Buffer.from(text)
      return { type: built.type, etag: etagOf(identity), encodings: { identity } }
    },
  }
}

/** A changed page is compressed again; an unchanged one keeps the forms of the build. */
function fileOf(built: WebFile, text: string): WebFile {
  const identity = Buffer.from(text)
  if (identity.equals(built.encodings.identity)) return built
  const encodings = { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) }
  return { type: built.type, etag: etagOf(identity), encodings }
}

export function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
}
