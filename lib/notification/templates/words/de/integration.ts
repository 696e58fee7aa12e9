import { showIf } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const REPLAY = 'Ereignisse, die inzwischen nicht zugestellt wurden, können 30 Tage lang nachgeholt werden.'

export const INTEGRATION_DE: WordsOf<'notification'> = {
  'notification.webhook_endpoint.failing': {
    title: 'Webhook-Endpunkt {{ endpointName }} schlägt fehl',
    message:
      'Seit {{ failingSince | datetime }} ist jede Anfrage an den Webhook-Endpunkt {{ endpointName }} fehlgeschlagen. Wenn das so bleibt, wird der Endpunkt ab {{ disabledFrom | datetime }} deaktiviert.',
    mail: { notes: ['Das Protokoll seiner Zustellungen zeigt die Antworten. Ein einziger Erfolg beendet die Frist.'] },
  },
  'notification.webhook_endpoint.disabled': {
    title: 'Webhook-Endpunkt {{ endpointName }} wurde deaktiviert',
    message: `Der Webhook-Endpunkt {{ endpointName }} wurde am {{ disabledAt | datetime }} deaktiviert, weil ${showIf('reason == "gone"', 'er geantwortet hat, dass es ihn nicht mehr gibt (410)', 'fünf Tage lang jede Anfrage an ihn fehlgeschlagen ist')}.`,
    mail: { notes: [`Aktivieren Sie ihn wieder, sobald er funktioniert. ${REPLAY}`] },
  },
}
