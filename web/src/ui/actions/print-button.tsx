import { Printer } from 'lucide-react'
import { say } from '../../messages/en/ui.ts'
import { Button } from './button.tsx'
import classes from '../styles/printed-sheet.module.css'

export function PrintButton() {
  return (
    <span className={classes.noPrint}>
      <Button onClick={() => print()}>
        <Printer size={16} strokeWidth={1.75} aria-hidden="true" />
        {say('print')}
      </Button>
    </span>
  )
}
