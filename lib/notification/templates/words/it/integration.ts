import { showIf } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const REPLAY = 'Gli eventi non consegnati nel frattempo possono essere inviati di nuovo per 30 giorni.'

export const INTEGRATION_IT: WordsOf<'notification'> = {
  'notification.webhook_endpoint.failing': {
    title: 'L’endpoint webhook {{ endpointName }} continua a fallire',
    message:
      'Dal {{ failingSince | datetime }} tutte le richieste all’endpoint webhook {{ endpointName }} non sono riuscite. Se continua così, l’endpoint verrà disattivato a partire dal {{ disabledFrom | datetime }}.',
    mail: {
      notes: ['Il registro delle consegne mostra le risposte. Un solo successo interrompe il conto alla rovescia.'],
    },
  },
  'notification.webhook_endpoint.disabled': {
    title: 'L’endpoint webhook {{ endpointName }} è stato disattivato',
    message: `L’endpoint webhook {{ endpointName }} è stato disattivato il {{ disabledAt | datetime }}, perché ${showIf('reason == "gone"', 'ha risposto di non esistere più (410)', 'per cinque giorni nessuna richiesta è riuscita')}.`,
    mail: { notes: [`Lo riattivi non appena funziona. ${REPLAY}`] },
  },
}
