/** Seed of a simulated shop that names none. */
export const DEFAULT_SEED = 'entrepot'
