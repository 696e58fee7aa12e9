/** BT-139 or BT-144 of what rounding a line adds or takes off. */
export const ROUNDING = 'Rounding'

/** Formats hundredths of a currency, such as `0.33`. */
export const formatHundredths = (hundredths: number): string => (hundredths / 100).toFixed(2)
