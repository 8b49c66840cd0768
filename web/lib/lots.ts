/**
 * Cuts rows into lots of at most `size`, in their order, because one call of the API takes a limited number of rows.
 */
export const lotsOf = <Row>(rows: readonly Row[], size: number): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, rank) =>
    rows.slice(rank * size, (rank + 1) * size),
  );
