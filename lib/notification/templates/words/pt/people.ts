import { type ChangeWords, showByChange, showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { FRAME_PT } from './frame.ts'
import { NAMES_PT } from './names.ts'

const ROLE = showName('role', NAMES_PT.role)
const BEFORE = showName('before', NAMES_PT.role)

const AT = 'Em {{ at | datetime }}, a partir de {{ device }},'
const SIGNED_IN = 'Em {{ at | datetime }}, alguém iniciou sessão na sua conta a partir de'
const RESET = 'reponha já a sua palavra-passe. Isso termina a sessão em todos os dispositivos'

const ACCOUNT_TITLE = showByChange(
  {
    linked: 'Uma nova forma de iniciar sessão na sua conta',
    unlinked: 'Foi removida uma forma de iniciar sessão na sua conta',
    password_changed: 'A sua palavra-passe foi alterada',
    email_changing: 'O seu endereço de e-mail está prestes a mudar',
    factor_added: 'Foi adicionado um segundo fator à sua conta',
    factor_removed: 'Foi removido um segundo fator da sua conta',
    factors_reset: 'Foram removidos todos os segundos fatores da sua conta',
    recovery_codes_replaced: 'Tem novos códigos de recuperação',
  },
  'Um novo dispositivo iniciou sessão na sua conta',
)

const ACCOUNT_CHANGED: ChangeWords = {
  linked: `${AT} foi associada à sua conta uma conta de {{ provider }}. O titular dela já pode iniciar sessão na sua conta.`,
  unlinked: `${AT} foi desassociada da sua conta uma conta de {{ provider }}. Já não permite iniciar sessão.`,
  password_changed: `${AT} foi alterada a palavra-passe da sua conta. Todas as outras sessões terminaram.`,
  email_changing: `${AT} foi pedido outro endereço de e-mail para a sua conta. Substituirá este assim que for confirmado.`,
  factor_added: `${AT} foi adicionado um segundo fator à sua conta. A partir de agora será pedido ao iniciar sessão.`,
  factor_removed: `${AT} foi removido um segundo fator da sua conta.`,
  factors_reset:
    'Em {{ at | datetime }}, o nosso apoio ao cliente removeu todos os segundos fatores e códigos de recuperação da sua conta, a pedido do titular. Todas as sessões terminaram.',
  recovery_codes_replaced: `${AT} foram criados novos códigos de recuperação para a sua conta. Os anteriores já não funcionam.`,
}

const NEXT_STEP = showByChange(
  {
    linked:
      'desassocie essa conta nas suas definições e reponha já a sua palavra-passe. Isso termina a sessão em todos os dispositivos',
    email_changing:
      'siga a ligação. A sua conta mantém este endereço, mesmo que o outro tenha sido entretanto confirmado; a sessão termina em todos os dispositivos e escolhe uma nova palavra-passe',
    factor_added: 'reponha já a sua palavra-passe e peça ao nosso apoio ao cliente que remova o fator',
    factors_reset: 'reponha já a sua palavra-passe e volte a adicionar um fator',
  },
  RESET,
)

export const PEOPLE_PT: WordsOf<'iam' | 'messaging' | 'admin'> = {
  'iam.identity.email_verification': {
    title: showIf('token', 'Confirme o seu endereço de e-mail', 'Já tem uma conta'),
    message: showIf(
      'token',
      'Confirme o seu endereço de e-mail com a ligação que enviámos para ele.',
      'Alguém tentou usar o seu endereço de e-mail, que já tem uma conta. Nada mudou.',
    ),
    mail: {
      withToken: {
        greeting: FRAME_PT.greetingByName,
        paragraphs: [
          showIf(
            'purpose == "email_change"',
            'Confirme que este endereço de e-mail é seu. Substituirá então o endereço atual da sua conta.',
            'Damos-lhe as boas-vindas! Confirme que este endereço de e-mail é seu, para poder iniciar sessão.',
          ),
        ],
        action: 'Confirmar endereço de e-mail',
        notes: [
          'A ligação funciona uma única vez e expira ao fim de 24 horas.',
          `Se não ${showIf('purpose == "email_change"', 'fez este pedido', 'criou uma conta')}, pode ignorar este e-mail.`,
        ],
      },
      withoutToken: {
        greeting: FRAME_PT.greetingByName,
        paragraphs: [
          `Houve uma tentativa, provavelmente sua, de ${showIf('purpose == "email_change"', 'usar este endereço de e-mail noutra conta', 'criar uma conta com este endereço de e-mail')}. O endereço já tem uma conta, por isso nada mudou.`,
          'Inicie sessão como habitualmente. Se se esqueceu da palavra-passe, pode repô-la na página de início de sessão.',
        ],
        action: 'Iniciar sessão',
        notes: ['Se não foi um pedido seu, não precisa de fazer nada.'],
      },
    },
  },
  'iam.identity.password_reset': {
    title: 'Reponha a sua palavra-passe',
    message: 'Foi pedida, provavelmente por si, a reposição da sua palavra-passe. Enviámos a ligação por e-mail.',
    mail: {
      greeting: FRAME_PT.greetingByName,
      paragraphs: ['Foi pedida, provavelmente por si, a reposição da palavra-passe da sua conta.'],
      action: 'Definir nova palavra-passe',
      notes: [
        'A ligação funciona uma única vez e expira ao fim de uma hora. Uma nova palavra-passe termina todas as suas sessões.',
        'Se não foi um pedido seu, pode ignorar este e-mail. A sua palavra-passe mantém-se.',
      ],
    },
  },
  'iam.identity.mfa_challenge_issued': {
    title: 'Alguém está a iniciar sessão na sua conta',
    message:
      'Em {{ at | datetime }}, alguém concluiu a partir de {{ device }} o primeiro passo de um início de sessão na sua conta. Pedimos o seu segundo fator.',
    mail: {
      greeting: FRAME_PT.greetingByName,
      paragraphs: [
        'Em {{ at | datetime }}, alguém concluiu a partir de {{ device }} o primeiro passo de um início de sessão na sua conta. Pedimos o seu segundo fator e aceitamo-lo até {{ expiresAt | datetime }}.',
        'Se reconhece este início de sessão, não precisa de fazer nada.',
      ],
      action: 'Rever as sessões',
      notes: [
        'Se não o reconhece, alguém pode saber a sua palavra-passe: reponha-a já. Sem o seu segundo fator ninguém consegue iniciar sessão, por isso não dê nenhum código a ninguém.',
      ],
    },
  },
  'iam.identity.new_device_login': {
    title: ACCOUNT_TITLE,
    message: showByChange(ACCOUNT_CHANGED, `${SIGNED_IN} {{ device }}.`),
    mail: {
      greeting: FRAME_PT.greetingByName,
      paragraphs: [
        showByChange(ACCOUNT_CHANGED, `${SIGNED_IN} um dispositivo que não conhecíamos: {{ device }}.`),
        'Se foi uma ação sua, não precisa de fazer nada.',
      ],
      action: showByChange({ email_changing: 'Não fui eu' }, 'Rever as sessões'),
      notes: [`Se não foi uma ação sua, ${NEXT_STEP}.`],
    },
  },
  'iam.tenant.invitation_sent': {
    title: 'Convite para {{ tenantName }}',
    message: `Recebeu um convite{% if invitedBy %} de {{ invitedBy }}{% endif %} para se juntar a {{ tenantName }}. A sua função: ${ROLE}.`,
    mail: {
      action: 'Aceitar o convite',
      notes: [
        'A ligação funciona uma única vez e por tempo limitado. Um convite mais recente substitui-a.',
        'Se não sabe de quem é o convite, pode ignorar este e-mail.',
      ],
    },
  },
  'iam.tenant.welcome_sent': {
    title: 'Boas-vindas a {{ tenantName }}',
    message: `Já é membro de {{ tenantName }}. A sua função: ${ROLE}.`,
    mail: {
      greeting: FRAME_PT.greetingByName,
      action: 'Iniciar sessão',
      notes: ['Se já iniciou sessão, selecione a organização para trabalhar nela.'],
    },
  },
  'iam.membership.created': {
    title: 'Novo convite',
    message: `Uma pessoa foi convidada como membro com a função ${ROLE}.`,
  },
  'iam.membership.member_joined': {
    title: 'Novo membro',
    message: `Um convite foi aceite. Função do novo membro: ${ROLE}.`,
  },
  'iam.membership.suspended': { title: 'Membro suspenso', message: `Um membro com a função ${ROLE} foi suspenso.` },
  'iam.membership.reinstated': {
    title: 'Membro readmitido',
    message: `Um membro suspenso com a função ${ROLE} foi readmitido.`,
  },
  'iam.membership.role_assigned': {
    title: 'Função alterada',
    message: `Nova função de um membro: ${ROLE} (antes ${BEFORE}).`,
  },
  'iam.membership.role_revoked': {
    title: 'Membro removido',
    message: `Um membro com a função ${ROLE} saiu ou foi removido.`,
  },
  'messaging.message.new': {
    title: 'Nova mensagem de {{ senderName }}',
    message: '{{ senderName }}: {{ excerpt }}',
    mail: {
      paragraphs: ['{{ senderName }} escreveu-lhe:', '{{ excerpt }}'],
      action: 'Responder',
      notes: [FRAME_PT.whyWritten],
    },
  },
  'messaging.message.mention': {
    title: '{{ senderName }} fez-lhe uma menção',
    message: '{{ senderName }} fez-lhe uma menção: {{ excerpt }}',
    mail: {
      paragraphs: ['{{ senderName }} fez-lhe uma menção:', '{{ excerpt }}'],
      action: 'Responder',
      notes: [FRAME_PT.whyWritten],
    },
  },
  'admin.platform.announcement': { title: '{{ title }}', message: '{{ message }}', mail: { action: 'Ler mais' } },
}
