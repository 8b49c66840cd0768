/** Who receives the rents of a mandate: the agency, or the owner himself, as where there is no mandate (domain/README §12.1). */
export const MODES_FONDS = { proprietaire: "Le propriétaire", agence: "L’agence" } as const;

export type ModeFonds = keyof typeof MODES_FONDS;
