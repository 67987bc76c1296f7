import { useBrand } from '../../brand.ts'

/** Title of the document: the page, then the marketplace. */
export function DocumentTitle({ title }: { readonly title: string }) {
  const { name } = useBrand()
  return <title>{`${title} · ${name}`}</title>
}
