import type { BuyLabelInput } from '../../../schemas/shipping/shipment.ts'
import type { LabelAddress } from '../../custodians/custodian-connector.ts'
import { getCustodianConnector } from '../../custodians/registry.ts'
import { EMPTY_ADDRESS } from '../../platform/addresses/empty-address.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, orInvalid, Problem } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSettings } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { readCustodian } from '../../warehousing/require-custodian.ts'
import { changeShipment } from '../shipments/change-shipment.ts'
import type { StoredShipment } from '../shipments/shipment.ts'
import { shipments } from '../shipments/shipment-store.ts'
import { fitParcel } from './fit-parcel.ts'
import { isAwaited, NEW_STEP } from './label.ts'

const requireSender = async (app: Pick<App, 'db'>, tenant: Id, given: BuyLabelInput['from']): Promise<LabelAddress> => {
  if (given) return { ...EMPTY_ADDRESS, ...given }
  const settings = await getSettings(app, tenant, [
    GENERAL_SETTINGS.companyName,
    GENERAL_SETTINGS.legalAddress,
    GENERAL_SETTINGS.country,
    GENERAL_SETTINGS.contactEmail,
    GENERAL_SETTINGS.contactPhone,
  ])
  const address = settings['general.legalAddress']
  const countryCode = address?.countryCode ?? settings['general.country']
  if (!address?.line1 || !address.city || !countryCode)
    throw invalid({ propertyPath: 'from', message: 'must be present, because your settings have no legal address' })
  const [email, phone] = [settings['general.contactEmail'], settings['general.contactPhone']]
  return { ...EMPTY_ADDRESS, ...address, countryCode, company: settings['general.companyName'], email, phone }
}

const requireSeller = async (app: Pick<App, 'db'>, tenant: Id, id: string): Promise<Id> => {
  const custodian = orInvalid(await readCustodian(app.db, tenant, id), 'custodianId', 'custodian')
  const refuse = (reason: string) => new Problem('OPERATION_NOT_ALLOWED', `The custodian ${reason}.`)
  if (custodian.type !== 'shipping_api') throw refuse('is not of the type shipping_api')
  if (custodian.status !== 'active') throw refuse(`is ${custodian.status}`)
  if (!custodian.enabledCapabilities.includes('label_generation')) throw refuse('has label_generation not enabled')
  return custodian.id
}

/** Throws what keeps the provider from taking the addresses, before it is asked. */
const checkFit = ({ refusals }: ReturnType<typeof fitParcel>, isSenderGiven: boolean): void => {
  const [ofSender] = refusals.from
  if (ofSender)
    throw isSenderGiven
      ? invalid(...refusals.from.map((each) => ({ propertyPath: 'from', message: `must be complete: it ${each}` })))
      : new Problem('OPERATION_NOT_ALLOWED', `Your own address ${refusals.from.join(', and it ')}. Give it as from.`)
  if (refusals.to.length)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The carrier would refuse the parcel: its address ${refusals.to.join(', and it ')}.`,
    )
}

/** Stores the wish for a label and schedules its purchase. A label that is awaited already is continued. */
export const requestLabel = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  {
    custodianId,
    from,
    weightGrams,
    sizeMillimetres = null,
    carrier = null,
    service = null,
    format = 'PDF',
  }: BuyLabelInput,
): Promise<StoredShipment> => {
  const before = await unit.load(shipments, id)
  const { label, deliveryAddress, status } = before
  if (status !== 'created' && status !== 'scheduled')
    throw new Problem('OPERATION_NOT_ALLOWED', `The shipment is ${status}, so it needs no label.`)
  if (label?.status === 'bought' || label?.status === 'voiding')
    throw new Problem('OPERATION_NOT_ALLOWED', `The label of the shipment is ${label.status}.`)
  if (!deliveryAddress?.line1 || !deliveryAddress.countryCode)
    throw new Problem('OPERATION_NOT_ALLOWED', 'The shipment has no complete delivery address.')
  const [seller, sender] = await Promise.all([
    requireSeller(app, unit.tenant, custodianId),
    requireSender(app, unit.tenant, from),
  ])
  const wanted = { from: sender, to: deliveryAddress, carrier }
  const fitted = fitParcel(getCustodianConnector('shipping_api').labels, wanted)
  checkFit(fitted, from !== undefined)
  unit.schedule('shipping.labels.work', { tenant: unit.tenant, shipmentId: before.id })
  if (label && isAwaited(label)) return changeShipment(unit, before, { label: { ...label, attempts: 0 } })
  return changeShipment(unit, before, {
    label: {
      ...NEW_STEP,
      ...{ status: 'requested', custodianId: seller, format },
      ...{ price: null, documentId: null, boughtAt: null, remoteId: null, rateId: null },
      warnings: [...fitted.warnings],
      asked: { from: sender, weightGrams, sizeMillimetres, carrier, service, format },
    },
  })
}
