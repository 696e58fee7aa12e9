import { showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_PL } from './names.ts'

const RETURN = 'Zwrot {{ returnNumber }}{% if orderNumber %} do zamówienia {{ orderNumber }}{% endif %}'
const BECAUSE = '{% if reason %}: {{ reason }}{% endif %}.'
const ITEMS = 'liczba pozycji: {{ lineCount }}'

export const FULFILMENT_PL: WordsOf<'fulfilment'> = {
  'fulfilment.order.created': {
    title: 'Nowe zlecenie realizacji',
    message: `Realizację zamówienia {{ orderNumber }} zlecono do: {{ custodianName }} (${ITEMS}).`,
  },
  'fulfilment.order.progressed': {
    title: 'Nowy status realizacji',
    message: `Nowy status realizacji zamówienia {{ orderNumber }} ({{ custodianName }}): ${showName('status', NAMES_PL.fulfilment)} (poprzednio: ${showName('before', NAMES_PL.fulfilment)}).`,
  },
  'fulfilment.order.closed': {
    title: 'Zlecenie realizacji zakończone',
    message: 'Realizacja zamówienia {{ orderNumber }} ({{ custodianName }}) została zakończona.',
  },
  'fulfilment.order.cancelled': {
    title: 'Zlecenie realizacji anulowane',
    message: `Realizacja zamówienia {{ orderNumber }} ({{ custodianName }}) została anulowana${BECAUSE}`,
  },
  'fulfilment.reservation.requires_attention': {
    title: 'Rezerwacja wymaga uwagi',
    message:
      'Zarezerwowana ilość {{ sku }}{% if orderNumber %} dla zamówienia {{ orderNumber }}{% endif %}: {{ quantity }}; dostępna ilość: {{ available }}. Powód: {{ reason }}.',
  },
  'fulfilment.fulfilment.handed_off': {
    title: 'Przekazano przewoźnikowi',
    message:
      'Zamówienie {{ orderNumber }} ({{ custodianName }}) przekazano przewoźnikowi{% if carrier %} {{ carrier }}{% endif %}.{% if trackingNumber %} Numer przesyłki: {{ trackingNumber }}.{% endif %}',
  },
  'fulfilment.return.requested': {
    title: 'Zgłoszono zwrot',
    message: `Zgłoszono zwrot {{ returnNumber }}{% if orderNumber %} do zamówienia {{ orderNumber }}{% endif %} (${ITEMS})${BECAUSE}`,
  },
  'fulfilment.return.authorized': { title: 'Zwrot zatwierdzony', message: `${RETURN} został zatwierdzony.` },
  'fulfilment.return.rejected': { title: 'Zwrot odrzucony', message: `${RETURN} został odrzucony${BECAUSE}` },
  'fulfilment.return.received': {
    title: 'Zwrot otrzymany',
    message: `${RETURN} dotarł{% if custodianName %} do magazynu {{ custodianName }}{% endif %}.`,
  },
  'fulfilment.return.resolved': {
    title: 'Zwrot rozpatrzony',
    message: `${RETURN} został rozpatrzony: ${showName('resolution', NAMES_PL.resolution)}{% if refundAmount and currency %} ({{ refundAmount | money: currency }}){% endif %}.`,
  },
}
