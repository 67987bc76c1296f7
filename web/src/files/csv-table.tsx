import { parseCsv } from '../lib/parse/parse-csv.ts'
import { say } from '../messages/en/files.ts'
import classes from './file-card.module.css'

const rowsShown = 200

/** The first rows of a CSV file with a sticky header. */
export function CsvTable({ text, name }: { text: string; name: string }) {
  const [header = [], ...rows] = parseCsv(text, rowsShown + 1)
  return (
    <div className={classes.table} tabIndex={0} role="region" aria-label={say('table', { name })}>
      <table>
        <thead>
          <tr>
            {header.map((cell, index) => (
              <th key={index} scope="col" dir="auto">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, index) => (
                <td key={index} dir="auto">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
