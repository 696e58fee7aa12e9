import { type ChangeWords, showByChange, showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { FRAME_ES } from './frame.ts'
import { NAMES_ES } from './names.ts'

const ROLE = showName('role', NAMES_ES.role)
const BEFORE = showName('before', NAMES_ES.role)

const AT = 'El {{ at | datetime }}, desde {{ device }},'
const SIGNED_IN = 'El {{ at | datetime }}, alguien inició sesión en su cuenta desde'
const RESET = 'restablezca su contraseña ahora. Así se cierra la sesión en todos los dispositivos'

const ACCOUNT_TITLE = showByChange(
  {
    linked: 'Una nueva forma de iniciar sesión en su cuenta',
    unlinked: 'Se ha eliminado una forma de iniciar sesión en su cuenta',
    password_changed: 'Su contraseña ha cambiado',
    email_changing: 'Su dirección de correo está a punto de cambiar',
    factor_added: 'Se ha añadido un segundo factor a su cuenta',
    factor_removed: 'Se ha eliminado un segundo factor de su cuenta',
    factors_reset: 'Se han eliminado todos los segundos factores de su cuenta',
    recovery_codes_replaced: 'Tiene nuevos códigos de recuperación',
  },
  'Un nuevo dispositivo ha iniciado sesión en su cuenta',
)

const ACCOUNT_CHANGED: ChangeWords = {
  linked: `${AT} se vinculó a su cuenta una cuenta de {{ provider }}. Su titular ya puede iniciar sesión en su cuenta.`,
  unlinked: `${AT} se desvinculó de su cuenta una cuenta de {{ provider }}. Ya no permite iniciar sesión.`,
  password_changed: `${AT} se cambió la contraseña de su cuenta. Todas las demás sesiones han terminado.`,
  email_changing: `${AT} se solicitó otra dirección de correo para su cuenta. Sustituirá a esta en cuanto se confirme.`,
  factor_added: `${AT} se añadió un segundo factor a su cuenta. A partir de ahora se pedirá uno al iniciar sesión.`,
  factor_removed: `${AT} se eliminó un segundo factor de su cuenta.`,
  factors_reset:
    'El {{ at | datetime }}, nuestro servicio de asistencia eliminó todos los segundos factores y códigos de recuperación de su cuenta, a petición de su titular. Todas las sesiones han terminado.',
  recovery_codes_replaced: `${AT} se crearon nuevos códigos de recuperación para su cuenta. Los anteriores ya no funcionan.`,
}

const NEXT_STEP = showByChange(
  {
    linked:
      'desvincule esa cuenta en su configuración y restablezca su contraseña ahora. Así se cierra la sesión en todos los dispositivos',
    email_changing:
      'siga el enlace. Su cuenta conservará esta dirección, aunque entretanto se haya confirmado la otra; se cerrará la sesión en todos los dispositivos y elegirá una nueva contraseña',
    factor_added: 'restablezca su contraseña ahora y pida a nuestro servicio de asistencia que elimine el factor',
    factors_reset: 'restablezca su contraseña ahora y vuelva a añadir un factor',
  },
  RESET,
)

export const PEOPLE_ES: WordsOf<'iam' | 'messaging' | 'admin'> = {
  'iam.identity.email_verification': {
    title: showIf('token', 'Confirme su dirección de correo', 'Ya tiene una cuenta'),
    message: showIf(
      'token',
      'Confirme su dirección de correo con el enlace que hemos enviado a ella.',
      'Alguien ha intentado usar su dirección de correo, que ya tiene una cuenta. No ha cambiado nada.',
    ),
    mail: {
      withToken: {
        greeting: FRAME_ES.greetingByName,
        paragraphs: [
          showIf(
            'purpose == "email_change"',
            'Confirme que esta dirección de correo es suya. Sustituirá entonces a la dirección actual de su cuenta.',
            'Le damos la bienvenida. Confirme que esta dirección de correo es suya para poder iniciar sesión.',
          ),
        ],
        action: 'Confirmar la dirección de correo',
        notes: [
          'El enlace funciona una sola vez y caduca a las 24 horas.',
          `Si no ha ${showIf('purpose == "email_change"', 'solicitado esto', 'creado una cuenta')}, puede ignorar este correo.`,
        ],
      },
      withoutToken: {
        greeting: FRAME_ES.greetingByName,
        paragraphs: [
          `Alguien, probablemente usted, ha intentado ${showIf('purpose == "email_change"', 'usar esta dirección de correo para otra cuenta', 'registrarse con esta dirección de correo')}. Ya tiene una cuenta, así que no ha cambiado nada.`,
          'Inicie sesión como siempre. Si ha olvidado su contraseña, puede restablecerla en la página de inicio de sesión.',
        ],
        action: 'Iniciar sesión',
        notes: ['Si no ha sido usted, no tiene que hacer nada.'],
      },
    },
  },
  'iam.identity.password_reset': {
    title: 'Restablezca su contraseña',
    message: 'Alguien, probablemente usted, ha pedido restablecer su contraseña. Hemos enviado el enlace por correo.',
    mail: {
      greeting: FRAME_ES.greetingByName,
      paragraphs: ['Alguien, probablemente usted, ha pedido restablecer la contraseña de su cuenta.'],
      action: 'Elegir una nueva contraseña',
      notes: [
        'El enlace funciona una sola vez y caduca al cabo de una hora. Una nueva contraseña cierra la sesión en todas partes.',
        'Si no ha sido usted, puede ignorar este correo. Su contraseña sigue siendo la misma.',
      ],
    },
  },
  'iam.identity.mfa_challenge_issued': {
    title: 'Alguien está iniciando sesión en su cuenta',
    message:
      'El {{ at | datetime }}, alguien completó desde {{ device }} el primer paso de un inicio de sesión en su cuenta. Hemos pedido su segundo factor.',
    mail: {
      greeting: FRAME_ES.greetingByName,
      paragraphs: [
        'El {{ at | datetime }}, alguien completó desde {{ device }} el primer paso de un inicio de sesión en su cuenta. Hemos pedido su segundo factor y lo aceptamos hasta el {{ expiresAt | datetime }}.',
        'Si ha sido usted, no tiene que hacer nada.',
      ],
      action: 'Revisar sus sesiones',
      notes: [
        'Si no ha sido usted, es posible que alguien conozca su contraseña: restablézcala ahora. Sin su segundo factor nadie puede iniciar sesión, así que no dé ningún código a nadie.',
      ],
    },
  },
  'iam.identity.new_device_login': {
    title: ACCOUNT_TITLE,
    message: showByChange(ACCOUNT_CHANGED, `${SIGNED_IN} {{ device }}.`),
    mail: {
      greeting: FRAME_ES.greetingByName,
      paragraphs: [
        showByChange(ACCOUNT_CHANGED, `${SIGNED_IN} un dispositivo que no conocíamos: {{ device }}.`),
        'Si ha sido usted, no tiene que hacer nada.',
      ],
      action: showByChange({ email_changing: 'No he sido yo' }, 'Revisar sus sesiones'),
      notes: [`Si no ha sido usted, ${NEXT_STEP}.`],
    },
  },
  'iam.tenant.invitation_sent': {
    title: 'Invitación a {{ tenantName }}',
    message: `{{ invitedBy | default: "Alguien" }} le ha invitado a unirse a {{ tenantName }}. Su función: ${ROLE}.`,
    mail: {
      action: 'Aceptar la invitación',
      notes: [
        'El enlace funciona una sola vez y por tiempo limitado. Una invitación más reciente lo sustituye.',
        'Si no sabe quién le ha invitado, puede ignorar este correo.',
      ],
    },
  },
  'iam.tenant.welcome_sent': {
    title: 'Le damos la bienvenida a {{ tenantName }}',
    message: `Ya es miembro de {{ tenantName }}. Su función: ${ROLE}.`,
    mail: {
      greeting: FRAME_ES.greetingByName,
      action: 'Iniciar sesión',
      notes: ['Si ya ha iniciado sesión, seleccione la organización para trabajar en ella.'],
    },
  },
  'iam.membership.created': {
    title: 'Nueva invitación',
    message: `Se ha invitado a una persona como miembro con la función ${ROLE}.`,
  },
  'iam.membership.member_joined': {
    title: 'Nuevo miembro',
    message: `Se ha aceptado una invitación. Función del nuevo miembro: ${ROLE}.`,
  },
  'iam.membership.suspended': {
    title: 'Miembro suspendido',
    message: `Se ha suspendido a un miembro con la función ${ROLE}.`,
  },
  'iam.membership.reinstated': {
    title: 'Miembro readmitido',
    message: `Se ha readmitido a un miembro suspendido con la función ${ROLE}.`,
  },
  'iam.membership.role_assigned': {
    title: 'Cambio de función',
    message: `Nueva función de un miembro: ${ROLE} (antes ${BEFORE}).`,
  },
  'iam.membership.role_revoked': {
    title: 'Baja de un miembro',
    message: `Un miembro con la función ${ROLE} se ha ido o ha sido dado de baja.`,
  },
  'messaging.message.new': {
    title: 'Nuevo mensaje de {{ senderName }}',
    message: '{{ senderName }}: {{ excerpt }}',
    mail: {
      paragraphs: ['{{ senderName }} le ha escrito:', '{{ excerpt }}'],
      action: 'Responder',
      notes: [FRAME_ES.whyWritten],
    },
  },
  'messaging.message.mention': {
    title: '{{ senderName }} le ha mencionado',
    message: '{{ senderName }} le ha mencionado: {{ excerpt }}',
    mail: {
      paragraphs: ['{{ senderName }} le ha mencionado:', '{{ excerpt }}'],
      action: 'Responder',
      notes: [FRAME_ES.whyWritten],
    },
  },
  'admin.platform.announcement': { title: '{{ title }}', message: '{{ message }}', mail: { action: 'Leer más' } },
}
