/** The provisions called elsewhere that a person said, by dossier; euros. */
export type Elsewhere = Readonly<Record<number, number>>;
