/** Cuts rows into lots of at most this size, in their order: a call takes so many at once. */
export const lotsOf = <Row>(rows: readonly Row[], size: number): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, rank) =>
    rows.slice(rank * size, (rank + 1) * size),
  );
