interface CsvPage {
  readonly text: string
  readonly nextCursor: string | null
}

const pagesMax = 2000

/** Reads a list as CSV, page by page; the header line of later pages is removed. */
export async function readCsv(read: (next: { cursor?: string }) => Promise<CsvPage>): Promise<string[]> {
  let page = await read({})
  const texts = [page.text]
  while (page.nextCursor !== null && texts.length < pagesMax) {
    page = await read({ cursor: page.nextCursor })
    texts.push(page.text.slice(page.text.indexOf('\n') + 1))
  }
  return texts
}
