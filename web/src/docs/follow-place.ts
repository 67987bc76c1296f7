/** Marks the operation in view in the contents, and opens only its group there. */
export function followPlace(): void {
  const contents = document.querySelector('aside')
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('aside a[href^="#"]')].map(
      (link) => [decodeURIComponent(link.hash.slice(1)), link] as const,
    ),
  )
  const groups = [...document.querySelectorAll<HTMLDetailsElement>('aside details')]
  let current: HTMLAnchorElement | undefined
  const mark = (id: string) => {
    const link = links.get(id)
    if (link === undefined || link === current) return
    current?.removeAttribute('aria-current')
    link.setAttribute('aria-current', 'true')
    current = link
    const own = link.closest('details')
    for (const group of groups) group.open = group === own
    keepInView(contents, link)
  }
  for (const group of groups) group.open = false
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) mark(target.id)
    },
    // A thin line below the top bar: one section crosses it at a time.
    { rootMargin: '-25% 0px -74% 0px' },
  )
  for (const id of links.keys()) {
    const section = document.getElementById(id)
    if (section !== null) observer.observe(section)
  }
}

/** Scrolls the contents, never the page. */
function keepInView(contents: Element | null, link: HTMLElement): void {
  if (contents === null) return
  const [frame, place] = [contents.getBoundingClientRect(), link.getBoundingClientRect()]
  if (place.top < frame.top || place.bottom > frame.bottom)
    contents.scrollTop += place.top - frame.top - frame.height / 3
}
