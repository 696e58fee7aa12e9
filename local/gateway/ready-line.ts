/** The ports on which a gateway process listens. */
export interface GatewayPorts {
  http: number
  lambda: number
}

const READY = 'The gateway listens on '

export const printReady = (ports: GatewayPorts): void => console.log(`${READY}${JSON.stringify(ports)}`)

export const parseReady = (line: string): GatewayPorts | undefined =>
  line.startsWith(READY) ? (JSON.parse(line.slice(READY.length)) as GatewayPorts) : undefined
