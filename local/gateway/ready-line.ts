/** The ports on which a gateway process listens. */
export interface GatewayPorts {
  http: number
  lambda: number
}

const READY = 'The gateway listens on '

export const tellReady = (ports: GatewayPorts): void => console.log(`${READY}${JSON.stringify(ports)}`)

export const readReady = (line: string): GatewayPorts | undefined =>
  line.startsWith(READY) ? (JSON.parse(line.slice(READY.length)) as GatewayPorts) : undefined
