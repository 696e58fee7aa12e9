import type { WordsOf } from '../words.ts'

const SHIPMENT = 'Przesyłka{% if orderNumber %} z zamówieniem {{ orderNumber }}{% endif %}'
const TRACKING =
  '{% if trackingNumber %} Numer przesyłki: {% if carrier %}{{ carrier }} {% endif %}{{ trackingNumber }}.{% endif %}'
const EXPECTED =
  '{% if estimatedDeliveryDate %} Przewidywana data doręczenia: {{ estimatedDeliveryDate | date }}.{% endif %}'
const FROM = '{% if custodianName %} (magazyn: {{ custodianName }}){% endif %}'

const buildReason = (variable: string) => `{% if ${variable} %}: {{ ${variable} }}{% endif %}.`

export const SHIPPING_PL: WordsOf<'shipping' | 'routing'> = {
  'shipping.shipment.created': { title: 'Nowa przesyłka', message: `${SHIPMENT}${FROM} została utworzona.${TRACKING}` },
  'shipping.shipment.scheduled': {
    title: 'Przesyłka zaplanowana',
    message: `${SHIPMENT}${FROM} jest zaplanowana{% if pickupAt %}; odbiór: {{ pickupAt | datetime }}{% endif %}.${TRACKING}`,
  },
  'shipping.shipment.in_transit': {
    title: 'Przesyłka w drodze',
    message: `${SHIPMENT} jest w drodze.${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.out_for_delivery': {
    title: 'Przesyłka w doręczeniu',
    message: `${SHIPMENT} została wydana do doręczenia.${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.delivered': {
    title: 'Przesyłka doręczona',
    message: `${SHIPMENT} została doręczona {{ deliveredAt | datetime }}.${TRACKING}`,
  },
  'shipping.shipment.cancelled': {
    title: 'Przesyłka anulowana',
    message: `${SHIPMENT} została anulowana${buildReason('reason')}${TRACKING}`,
  },
  'shipping.shipment.delayed': {
    title: 'Przesyłka opóźniona',
    message: `${SHIPMENT} jest opóźniona${buildReason('reason')}${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.lost': {
    title: 'Przesyłka zaginęła',
    message: `${SHIPMENT} zaginęła.{% if lastSeenAt %} Ostatnia rejestracja: {{ lastSeenAt | datetime }}.{% endif %}${TRACKING}`,
  },
  'shipping.shipment.damaged': {
    title: 'Przesyłka uszkodzona',
    message: `${SHIPMENT} została uszkodzona${buildReason('description')}${TRACKING}`,
  },
  'shipping.shipment.refused': {
    title: 'Przesyłka nieprzyjęta',
    message: `${SHIPMENT} nie została przyjęta${buildReason('reason')}${TRACKING}`,
  },
  'routing.incident.raised': {
    title: 'Przydział wymaga decyzji',
    message:
      '{% if orderNumber %}Zamówienia {{ orderNumber }} nie można przydzielić{% else %}Przydzielanie zamówień zostało zatrzymane{% endif %}{% if custodianName %} ({{ custodianName }}){% endif %}: {{ description }}.',
  },
}
