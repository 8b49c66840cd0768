/** The values that were told: those that are undefined are left out. */
export const sansIndefinis = <T extends object>(valeurs: T) =>
  Object.fromEntries(Object.entries(valeurs).filter(([, valeur]) => valeur !== undefined)) as {
    [Nom in keyof T]?: Exclude<T[Nom], undefined>;
  };
