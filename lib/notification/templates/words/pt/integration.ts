import { showIf } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const REPLAY = 'Os eventos que entretanto não foram entregues podem ser reenviados durante 30 dias.'

export const INTEGRATION_PT: WordsOf<'notification'> = {
  'notification.webhook_endpoint.failing': {
    title: 'O endpoint de webhook {{ endpointName }} continua a falhar',
    message:
      'Desde {{ failingSince | datetime }}, todos os pedidos ao endpoint de webhook {{ endpointName }} falharam. Se assim continuar, o endpoint será desativado a partir de {{ disabledFrom | datetime }}.',
    mail: { notes: ['O registo das entregas mostra as respostas. Um único sucesso termina a contagem decrescente.'] },
  },
  'notification.webhook_endpoint.disabled': {
    title: 'O endpoint de webhook {{ endpointName }} foi desativado',
    message: `O endpoint de webhook {{ endpointName }} foi desativado em {{ disabledAt | datetime }}, porque ${showIf('reason == "gone"', 'respondeu que já não existe (410)', 'todos os pedidos tinham falhado durante cinco dias')}.`,
    mail: { notes: [`Volte a ativá-lo assim que funcionar. ${REPLAY}`] },
  },
}
