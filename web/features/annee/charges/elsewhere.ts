/** The provisions called elsewhere, as a person gave them, by dossier; euros. */
export type Elsewhere = Readonly<Record<number, number>>;
