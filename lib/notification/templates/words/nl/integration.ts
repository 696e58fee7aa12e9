import { showIf } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const REPLAY = 'Gebeurtenissen die intussen niet zijn afgeleverd, kunnen 30 dagen lang opnieuw worden verzonden.'

export const INTEGRATION_NL: WordsOf<'notification'> = {
  'notification.webhook_endpoint.failing': {
    title: 'Webhook-endpoint {{ endpointName }} blijft mislukken',
    message:
      'Sinds {{ failingSince | datetime }} is elk verzoek aan het webhook-endpoint {{ endpointName }} mislukt. Als dat zo blijft, wordt het endpoint vanaf {{ disabledFrom | datetime }} uitgeschakeld.',
    mail: {
      notes: ['Het logboek van de afleveringen toont de antwoorden. Eén geslaagd verzoek beëindigt het aftellen.'],
    },
  },
  'notification.webhook_endpoint.disabled': {
    title: 'Webhook-endpoint {{ endpointName }} is uitgeschakeld',
    message: `Het webhook-endpoint {{ endpointName }} is op {{ disabledAt | datetime }} uitgeschakeld, omdat ${showIf('reason == "gone"', 'het antwoordde dat het niet meer bestaat (410)', 'elk verzoek eraan vijf dagen lang was mislukt')}.`,
    mail: { notes: [`Schakel het weer in zodra het werkt. ${REPLAY}`] },
  },
}
