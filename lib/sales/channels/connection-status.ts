import type { ConnectionStatus } from '../../../schemas/sales/channel.ts'

export const buildFailedStatus = (
  { code, message }: { code: string; message: string },
  now: Date,
): ConnectionStatus => ({
  connected: false,
  errorCode: code,
  errorMessage: message,
  checkedAt: now.toISOString(),
  storeInfo: {},
})
