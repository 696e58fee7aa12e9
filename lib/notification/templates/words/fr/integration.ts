import { showIf } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const REPLAY = 'Les événements non remis entre-temps peuvent être renvoyés pendant 30 jours.'

export const INTEGRATION_FR: WordsOf<'notification'> = {
  'notification.webhook_endpoint.failing': {
    title: 'Le point de terminaison {{ endpointName }} est en échec',
    message:
      'Depuis le {{ failingSince | datetime }}, toutes les requêtes vers le point de terminaison de webhook {{ endpointName }} ont échoué. Si cela continue, il sera désactivé à partir du {{ disabledFrom | datetime }}.',
    mail: { notes: ['Le journal de ses remises montre les réponses. Une seule réussite met fin au compte à rebours.'] },
  },
  'notification.webhook_endpoint.disabled': {
    title: 'Le point de terminaison {{ endpointName }} a été désactivé',
    message: `Le point de terminaison de webhook {{ endpointName }} a été désactivé le {{ disabledAt | datetime }}, parce que ${showIf('reason == "gone"', 'sa réponse indiquait qu’il n’existe plus (410)', 'toutes les requêtes vers lui avaient échoué pendant cinq jours')}.`,
    mail: { notes: [`Réactivez-le dès qu’il fonctionne. ${REPLAY}`] },
  },
}
