import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Range,
  type VirtualItem,
} from '@tanstack/react-virtual'
import {
  Fragment,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
import { useLocation } from 'react-router'
import classes from './windowed-rows.module.css'

/** Fewer rows are all rendered. */
const windowedFrom = 100
/** Rows beyond the screen, so that J, K and Tab reach the next one before it is visible. */
const overscan = 10

/** A constant, so that memoized rows stay as they are. */
const everyRow: WindowedRow = {}

/** Props of a table row, which the row must spread. */
export interface WindowedRow {
  readonly ref?: Ref<HTMLTableRowElement>
  readonly 'data-index'?: number
  readonly 'aria-rowindex'?: number
  readonly onFocus?: () => void
  readonly onBlur?: () => void
}

interface WindowedRowsProps<Item> {
  readonly items: readonly Item[]
  /** Number of columns of the table. */
  readonly columns: number
  /** Usual height of a row in pixels; rendered rows are measured. */
  readonly rowHeight: number
  /** Position of the first row in the whole table, counted from 1 with the header. */
  readonly firstRow?: number
  readonly children: (item: Item, row: WindowedRow) => ReactNode
}

/**
 * Rows of a table body. Of a long list, only those near the visible part of the window are in the document. The row with the focus stays in it,
 * and `aria-rowindex` tells screen readers the position of each row.
 */
export function WindowedRows<Item>(props: WindowedRowsProps<Item>) {
  if (props.items.length < windowedFrom) return props.items.map((item) => props.children(item, everyRow))
  return <Windowed {...props} />
}

function Windowed<Item>({ items, columns, rowHeight, firstRow = 2, children }: WindowedRowsProps<Item>) {
  const start = useRef<HTMLTableRowElement>(null)
  const place = `${useLocation().key} ${firstRow}`
  const [left] = useState(() => leftPlaces.get(place))
  const [scrollMargin, setScrollMargin] = useState(left?.scrollMargin ?? 0)
  useLayoutEffect(() => setScrollMargin((start.current?.getBoundingClientRect().top ?? 0) + scrollY), [items])
  const focused = useRef<number>(undefined)
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: items.length,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin,
    ...(left === undefined ? {} : { initialOffset: left.offset, initialMeasurementsCache: left.rows }),
    rangeExtractor: (range) => withFocused(range, focused.current),
  })
  useLayoutEffect(
    () => () => leave(place, { rows: virtualizer.takeSnapshot(), scrollMargin, offset: scrollY }),
    [place, virtualizer, scrollMargin],
  )
  const shown = virtualizer.getVirtualItems()
  const total = virtualizer.getTotalSize()
  return (
    <>
      <tr ref={start} className={classes.start} aria-hidden="true" />
      {shown.map(({ index, start: top }, position) => {
        const item = items[index]
        const gap = top - (shown[position - 1]?.end ?? scrollMargin)
        return (
          <Fragment key={index}>
            <Spacer columns={columns} height={gap} />
            {item === undefined ? null : (
              <Row
                index={index}
                position={firstRow + index}
                measure={virtualizer.measureElement}
                focused={focused}
                render={children}
                item={item}
              />
            )}
          </Fragment>
        )
      })}
      <Spacer columns={columns} height={total - ((shown.at(-1)?.end ?? scrollMargin) - scrollMargin)} />
    </>
  )
}

interface RowProps<Item> {
  readonly item: Item
  readonly index: number
  readonly position: number
  readonly measure: (row: HTMLTableRowElement | null) => void
  readonly focused: RefObject<number | undefined>
  readonly render: WindowedRowsProps<Item>['children']
}

/**
 * Scrolling renders the list for each frame, but not its rows: none of these props changes while the list scrolls, because the table above
 * it stays as it is, and React skips an element that is the same object. `window` is an object of its own, so that rows can be memoized by
 * their props where the table above changes.
 */
function Row<Item>({ item, index, position, measure, focused, render }: RowProps<Item>) {
  const window = useMemo(
    () => ({
      ref: measure,
      'data-index': index,
      'aria-rowindex': position,
      onFocus: () => (focused.current = index),
      onBlur: () => (focused.current = undefined),
    }),
    [index, position, measure, focused],
  )
  return useMemo(() => render(item, window), [item, window, render])
}

/** A table as it was when its page was left. */
interface LeftPlace {
  /** The rows whose height is known. */
  readonly rows: VirtualItem[]
  readonly scrollMargin: number
  readonly offset: number
}

/**
 * Tables by history entry and first row. A page that opens again by going back scrolls to its old offset, where the same rows are only if
 * every row above has its old height from the first render on: a later measurement would move them.
 */
const leftPlaces = new Map<string, LeftPlace>()
const leftPlacesMax = 30

function leave(place: string, left: LeftPlace): void {
  leftPlaces.delete(place)
  leftPlaces.set(place, left)
  const [oldest] = leftPlaces.keys()
  if (leftPlaces.size > leftPlacesMax && oldest !== undefined) leftPlaces.delete(oldest)
}

/** The visible rows, and the one with the focus wherever it is: removing it would lose the focus. */
function withFocused(range: Range, focused: number | undefined): number[] {
  const visible = defaultRangeExtractor(range)
  return focused === undefined || focused >= range.count || visible.includes(focused)
    ? visible
    : [...visible, focused].toSorted((one, other) => one - other)
}

/** Stands for rows that are not in the document; `data-gap` says so to the keys of the list. */
function Spacer({ columns, height }: { columns: number; height: number }) {
  if (height <= 0) return null
  return (
    <tr className={classes.spacer} aria-hidden="true" data-gap="">
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}
