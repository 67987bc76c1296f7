import type { Translated } from '../types.ts'
import type { say } from '../en/operator-mail.ts'

export const mail: Translated<typeof say> = {
  mail: 'E-Mail',
  lead: 'Adressen, an die keine E-Mails gehen: Eine E-Mail kam zurück, es gab eine Beschwerde, oder ein Betreiber hat die Adresse gesperrt.',
  empty: 'Keine gesperrten Adressen',
  emptyHint: 'Rückläufer und Beschwerden erscheinen hier.',
  address: 'Adresse',
  reason: 'Grund',
  note: 'Notiz',
  since: 'Seit',
  actions: 'Aktionen',
  bounce: 'Unzustellbar',
  complaint: 'Beschwerde',
  byOperator: 'Durch einen Betreiber',
  remove: 'Entfernen',
  removed: '{address} kann wieder E-Mails empfangen',
  removeTitle: 'E-Mails an {address} wieder erlauben?',
  sendAgain: 'E-Mails erlauben',
  removeEffect: 'Kommt wieder eine E-Mail zurück, wird die Adresse erneut gesperrt.',
  suppress: 'Adresse sperren',
  suppressTitle: 'Adresse sperren?',
  suppressEffect: 'Die Adresse erhält gar keine E-Mails mehr, auch keine Links für ein neues Passwort.',
  addressMissing: 'Geben Sie eine Adresse ein.',
}
