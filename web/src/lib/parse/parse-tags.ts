/** Lower-case tags from text separated by spaces or commas, without duplicates. */
export function parseTags(text: string): string[] {
  return [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ),
  ]
}
