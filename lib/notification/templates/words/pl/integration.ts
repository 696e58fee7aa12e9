import { showIf } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const REPLAY = 'Zdarzenia niedoręczone w tym czasie można wysłać ponownie przez 30 dni.'

export const INTEGRATION_PL: WordsOf<'notification'> = {
  'notification.webhook_endpoint.failing': {
    title: 'Punkt końcowy webhooka {{ endpointName }} nie działa',
    message:
      'Wszystkie żądania do punktu końcowego webhooka {{ endpointName }} kończą się niepowodzeniem (początek: {{ failingSince | datetime }}). Jeśli to się nie zmieni, punkt końcowy zostanie wyłączony. Najwcześniejszy termin: {{ disabledFrom | datetime }}.',
    mail: { notes: ['Dziennik doręczeń pokazuje odpowiedzi. Jedno udane żądanie kończy odliczanie.'] },
  },
  'notification.webhook_endpoint.disabled': {
    title: 'Punkt końcowy webhooka {{ endpointName }} został wyłączony',
    message: `Punkt końcowy webhooka {{ endpointName }} został wyłączony {{ disabledAt | datetime }}, ponieważ ${showIf('reason == "gone"', 'odpowiedział, że już nie istnieje (410)', 'przez pięć dni żadne żądanie się nie powiodło')}.`,
    mail: { notes: [`Proszę włączyć go ponownie, gdy zacznie działać. ${REPLAY}`] },
  },
}
