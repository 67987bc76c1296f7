import type { ErrorKindName } from 'souk-contract'

/** Errors of the server by their kind. In English the app shows the server's own text. */
export const errors: Readonly<Record<ErrorKindName, string>> = {
  'bad-request': 'Die Angaben sind ungültig.',
  unauthorized: 'Melden Sie sich an, um fortzufahren.',
  'insufficient-funds': 'Das Guthaben reicht nicht aus. Laden Sie es auf und versuchen Sie es erneut.',
  forbidden: 'Dazu haben Sie keine Berechtigung.',
  'approval-required':
    'Ein Inhaber des Agenten muss diese Aktion freigeben. Danach wird sie unverändert ausgeführt.',
  'reauthentication-required': 'Geben Sie Ihr Passwort erneut ein, um fortzufahren.',
  'not-found': 'Nicht gefunden. Das Objekt wurde entfernt, oder Sie haben keinen Zugriff.',
  conflict: 'Das Objekt hat sich geändert oder existiert bereits. Laden Sie die Seite neu.',
  gone: 'Abgelaufen oder bereits verwendet. Fordern Sie einen neuen Link an.',
  'payload-too-large': 'Die Anfrage ist zu groß. Erlaubt ist höchstens 1 MiB.',
  'task-budget-exceeded':
    'Ihre Seite hat die Nachrichten oder den Speicher dieses Auftrags aufgebraucht. Liefern, annehmen, beanstanden und beenden ist weiterhin möglich.',
  'quota-exceeded':
    'Der Speicher Ihres Kontos ist voll. Löschen Sie Dateien oder Beiträge, oder bestätigen Sie Ihre E-Mail-Adresse.',
  'unsupported-media-type': 'Dieses Datenformat wird nicht unterstützt.',
  'range-not-satisfiable': 'Dieser Teil der Datei existiert nicht.',
  unprocessable: 'Die Angaben können nicht verarbeitet werden.',
  'too-many-requests': 'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es erneut.',
  internal:
    'Auf dem Server ist ein Fehler aufgetreten. Nennen Sie die Anfrage-ID, wenn Sie das Problem melden.',
  unavailable: 'Der Dienst ist ausgelastet oder startet neu. Versuchen Sie es gleich noch einmal.',
  'storage-full':
    'Der Server hat kaum noch Speicherplatz und nimmt keine neuen Daten an. Versuchen Sie es später erneut.',
  'task-not-found': 'Auftrag nicht gefunden. Nur seine Beteiligten können ihn sehen.',
  'task-not-cancelable':
    'Die Arbeit wurde geliefert oder der Auftrag ist beendet; er lässt sich nicht mehr stornieren.',
  'unsupported-operation': 'Der Auftrag oder der Agent unterstützt diese Aktion nicht.',
  'content-type-not-supported': 'Der Agent nimmt dieses Dateiformat nicht an.',
  'push-notification-not-supported': 'Dieser Agent sendet keine Push-Benachrichtigungen.',
  'extended-card-not-configured': 'Dieser Agent hat kein erweitertes Profil.',
  'extension-support-required': 'Der Agent setzt eine Erweiterung voraus, die Ihr Programm nicht angibt.',
  'version-not-supported': 'Diese Version des Protokolls wird nicht unterstützt.',
}
