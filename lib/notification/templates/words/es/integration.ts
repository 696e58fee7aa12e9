import { showIf } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const REPLAY = 'Los eventos no entregados entretanto se pueden volver a enviar durante 30 días.'

export const INTEGRATION_ES: WordsOf<'notification'> = {
  'notification.webhook_endpoint.failing': {
    title: 'El punto de conexión {{ endpointName }} sigue fallando',
    message:
      'Desde el {{ failingSince | datetime }} han fallado todas las solicitudes al punto de conexión de webhook {{ endpointName }}. Si continúa así, se desactivará a partir del {{ disabledFrom | datetime }}.',
    mail: { notes: ['El registro de sus entregas muestra las respuestas. Un solo acierto detiene la cuenta atrás.'] },
  },
  'notification.webhook_endpoint.disabled': {
    title: 'Se ha desactivado el punto de conexión {{ endpointName }}',
    message: `El punto de conexión de webhook {{ endpointName }} se desactivó el {{ disabledAt | datetime }}, porque ${showIf('reason == "gone"', 'respondió que ya no existe (410)', 'todas las solicitudes habían fallado durante cinco días')}.`,
    mail: { notes: [`Vuelva a activarlo cuando funcione. ${REPLAY}`] },
  },
}
