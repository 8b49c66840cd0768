/** The provisions of each dossier called outside this product, as the user typed them; euros. */
export type Elsewhere = Readonly<Record<number, number>>;
