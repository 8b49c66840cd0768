/** An object without its undefined values. */
export const sansIndefinis = <T extends object>(valeurs: T) =>
  Object.fromEntries(Object.entries(valeurs).filter(([, valeur]) => valeur !== undefined)) as {
    [Nom in keyof T]?: Exclude<T[Nom], undefined>;
  };
