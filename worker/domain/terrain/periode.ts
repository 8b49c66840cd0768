/** The days of the year between which dwellings are heated, `MM-DD`; no law sets them. */
export interface PeriodeDeChauffe {
  du: string;
  au: string;
}

/** The form of a period of the year: « 15/10 – 15/04 ». */
export const PERIODE =
  /^(0[1-9]|[12]\d|3[01])\/(0[1-9]|1[0-2])\D+(0[1-9]|[12]\d|3[01])\/(0[1-9]|1[0-2])$/;

/** Reads a heating period, « 15/10 – 15/04 ». */
export function periodeLue(texte: string): PeriodeDeChauffe {
  const [, jourDu, moisDu, jourAu, moisAu] = PERIODE.exec(texte.trim()) ?? [];
  return { du: `${moisDu}-${jourDu}`, au: `${moisAu}-${jourAu}` };
}
